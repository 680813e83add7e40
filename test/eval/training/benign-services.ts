import { list, type Slots, words } from './grammar.ts';

/** Fillers for the mail that programs, shops and offices send. */
export const serviceSlots: Slots = {
  service: words(
    'Tidewater|Plumline|Stackyard|Notewell|Harborview Bank|Quillpad|Larkspur Travel|Fernway|Cobalt Cloud|Beacon CRM|Pinecrest|Roundtable|Meadow Health|Parcelwise|the customer portal|your account|the project board|the mobile app|Oakline Software GmbH|the learning platform',
  ),
  workspace: words(
    'Design team|Platform|Marketing 2026|Q4 planning|Mobile app|Support EMEA|Website relaunch|Finance|Hiring panel|Data warehouse',
  ),
  number: words('2|3|5|7|10|12|14|15|24|30|48|60|90|150'),
  sixDigits: words('482913|730 114|019-553|AB4-K9Q|663052|G-204418|55 71 02|XK7P2M'),
  order: words('#48213|INV-2026-0117|R-99120|PO 7741|2026/3341|#1042|S-55812|TKT-3391|case 00218834|REQ-771'),
  until: words(
    'in {number} minutes|in {number} hours|after {number} days|on {day}|at midnight|on 31 March 2026',
  ),
  person: words(
    'Ana Silva|Tom Becker|Priya N.|Mei Lin|J. Okafor|Marta|Luis Ortega|Dr. Hahn|Sam|Chloe Martin|Yusuf|K. Andersen',
  ),
  device: words(
    'Chrome on Windows|Firefox on Linux|an iPhone|Safari on macOS|a new browser|an Android phone|the desktop app',
  ),
  place: words(
    'Berlin, Germany|Austin, TX|São Paulo|Lyon, France|an unknown location|Osaka|Dublin|Toronto, Canada',
  ),
  cta: words(
    'Verify email address|Confirm your email|Reset password|View order|Track your package|Accept invitation|View in browser|Open in app|Review activity|Sign in|Go to dashboard|Join the meeting|Download invoice|Update payment method|Manage preferences|Read more|See details|Get started|Upgrade now|Rate your experience|View comment|Approve|Decline|Reply to this email',
  ),
};

/** Sign-in, passwords, alerts: what an account sends to its owner. */
export const accountMails: readonly string[] = list(`
  {Your|Here is your|This is your} {service} {verification|sign-in|login|security|one-time|confirmation|access} {code|passcode|pin}{ is|:} {sixDigits}. {It|This code} {expires|is valid for|can be used} {until}.
  {Enter|Use|Type|Copy and paste} {this|the following|the} {code|one-time code|passcode} {to {sign in|log in|verify your email address|confirm it is you|finish signing up|continue}|on the sign-in page|in the app}: {sixDigits}
  {sixDigits} is your {service} {code|verification code|login code}. {Don't share it with anyone|Do not share this code|Never give this code to anyone, including our staff|We will never ask you for it}.
  {If you {didn't|did not} {request|ask for|initiate|make} this {code|email|change|request|sign-in|login|reset}|If this wasn't you|If you don't recognize this activity}, {you can {safely |}{ignore|disregard|delete} this {email|message}|please {reset your password immediately|contact support|secure your account|let us know}|no {further |}action is {needed|required}|someone may have typed your address by mistake}.
  {You|Someone|We} {recently |}{requested|asked|received a request} to {reset|change|recover} {the|your} password {for|of} your {service} account{ associated with {address}|}. {Use|Click|Press} the {button|link} below to {choose|set|create} a new {one|password}.
  {This|The} {link|password reset link|button|invitation|activation link} {will expire|expires|is {only |}valid|stops working} {until}{, so be sure to use it right away|. After that you will need to request a new one|}.
  {Thanks|Thank you} for {signing up|creating an account|registering|joining {service}}! {Please|Before you get started, please|To finish, please} {verify|confirm} your email address {by clicking the {link|button} below|so we know it's really you}.
  Welcome to {service}{, {name}|}! {We're {thrilled|excited|happy|glad} to have you {here|on board|with us}|Your account is ready|You're all set}. {Here are {a few|{number}} {tips|steps|things} to {help you |}get started.|}
  {We noticed|There was|We detected} a {new|recent|suspicious|failed} {sign-in|login|login attempt} to your {service} account {from {device}|near {place}|on {device} in {place}}. {If this was you, {you don't need to do anything|there's nothing else to do}|Was this you?}
  {Your|The} {password|email address|phone number|recovery email|profile|PIN} {for {service} |}{was|has been} {successfully |}{changed|updated|reset|removed|verified}{ on {day}|}. {If you did not make this change, {contact us|contact your administrator|reset your password} {immediately|right away}.|}
  {Two-factor authentication|Two-step verification|A passkey|A security key|A backup code} {was|has been} {enabled|disabled|turned on|turned off|added|used} {on|for} your account. {Keep your {recovery|backup} codes in a safe place.|}
  A new {API key|access token|SSH key|personal access token|app password|webhook} ({name}-{number}) {was|has been} {created|added|revoked|regenerated} {in|for} {your account|the organization|{workspace}}. {It {expires|will expire} {until}.|Store it securely, you won't be able to see it again.|}
  {To|In order to} {keep your account {secure|safe}|protect your data|comply with new regulations}, {we ask you to|you will need to|please} {verify your identity|update your password|review your recovery options|confirm your phone number} {until}.
  Your {free |}{trial|subscription|plan|membership|domain|certificate|license} {ends|expires|renews|will renew automatically|is about to expire} {until}. {To keep {access|your data|using all features}, {upgrade|renew|add a payment method} {before then|today}.|No action is needed.|}
  Your {account|workspace|mailbox|project} {is|has been} {almost out of storage|{number} percent full|scheduled for deletion|deactivated|suspended|limited|restored}. {Delete {old files|unused backups} or upgrade to {get more space|continue}.|Reply to this email if you think this is a mistake.}
  {You|Your account} {signed in|logged in} {with|using} a {magic link|temporary password|single-use code}. {Your temporary password is {sixDigits}, please change it {after|when} you {log in|first sign in}.|}
  {Security|Account|Privacy} {alert|notice|update|reminder}: {we {updated|changed|improved} our {terms of service|privacy policy|password rules|cookie policy}|your password {is old|appeared in a data breach|will expire {until}}|an app was given access to your account}.
  {Hi|Hello|Dear|Hey} {name}, {person} {has granted you|gave you|removed your} {access|admin access|viewer access|permission} {to|for} {workspace}. {You can now {view|edit|comment on} all {documents|files|boards}.|}
  Someone {tried|attempted} to {sign in|create an account|reset the password} with your email address. {If it was you, use the code {sixDigits}.|Don't worry, your account is safe.} {Otherwise ignore this message.|}
  {Username|Login|Email|User ID}: {address}\\n{Temporary password|Password|Code}: {sixDigits}\\n{Login page|URL|Link}: {site}
  {Please|You must|You need to} {activate|approve|confirm} {your account|the device|this sign-in} {before you can {log in|use the service}|within {number} hours|to continue}. {Copy this link into your browser if the button doesn't work: {site}|}
  If {you're having trouble|you have trouble|the button does not work}{ clicking the {button|link}| with the button above|}, copy and paste the {URL|link|address} below into your {web |}browser.
  {For security, this request was received from|This request came from} {device}{ in {place}|}{, IP address 198.51.100.{number}|}. {If you did not request a password reset, please ignore this email or contact support if you have questions.|}
  [{service}] {cta}
  {cta}`);

/** Orders, money, deliveries and bookings. */
export const commerceMails: readonly string[] = list(`
  {Thanks|Thank you} for your {order|purchase|payment|booking|reservation|business}{, {name}|}! {We {have received|are preparing|will ship} your order|Your order {order} is confirmed|Here's a summary of your purchase|We'll send a confirmation when it ships}.
  {Your|The} {order|package|parcel|shipment|delivery} {order} {has shipped|is on its way|was delivered|is out for delivery|is delayed|could not be delivered}. {Track it here: {site}|Estimated delivery: {day}|It {was left with a neighbour|should arrive on {day}}|Please choose a new time slot}.
  {Receipt|Invoice|Payment receipt|Tax invoice|Credit note} {order} {from|for} {service}\\n{Amount {paid|due}|Total|Subtotal|VAT}: {amount}\\n{Date|Due date|Payment method}: {day}
  {We|Our bank} {couldn't|could not|were unable to|failed to} {process|charge|collect} your {payment|card|last payment}{ of {amount}|}. {Please update your {payment method|billing details|card} {to avoid {interruption|losing access}|by {day}}.|We will try again in {number} days.}
  {Your|A} {payment|refund|transfer|deposit|withdrawal|direct debit} {of|for} {amount} {was {successful|received|sent|declined}|has been {processed|issued|credited|scheduled}|is on its way}{ to your account ending in {number}{number}|}. {It may take {number} business days to appear on your statement.|}
  {Please find|You'll find|Find} {attached|enclosed|below} {the|your} {invoice|receipt|statement|order confirmation|packing slip|credit note} {order}{ for {amount}|}. {Payment is due {until}.|Please {quote|use} the {invoice|order} number as reference.|}
  {Please|Kindly} {pay|transfer|remit|settle} {amount} {to the {account|bank details} {below|stated on the invoice}|by bank transfer|by {day}|within {number} days}. {Late payments are subject to interest.|Ignore this reminder if you have already paid.|}
  {This is|Here is} a {friendly |}reminder that {invoice|bill|payment} {order} {is due {until}|is {number} days overdue|has not been paid yet}. {If you have already {sent|made} the payment, please {disregard|ignore} this {notice|email|reminder}.|}
  Your {booking|reservation|appointment|table|flight|ticket|stay} {at {company} |with {service} |}{is confirmed|has been {cancelled|changed|rescheduled|accepted|rejected}|is coming up} for {day}{ at {time}|}. {Please arrive {number} minutes early.|Bring a photo ID.|To cancel or change it, call us or use the link below.|Free cancellation until {day}.}
  {Check-in|Boarding|Pickup} {opens|starts|is} {at {time}|{number} hours before}. {Your confirmation number is|Booking reference:|Reservation code:} {sixDigits}. {Show this {email|code} at the desk.|Have your passport ready.|}
  {How was|Tell us about|Rate} your {recent |}{order|stay|visit|purchase|experience}{ with {service}|}? {It only takes {number} minutes|Leave a review and get {number} percent off|Answer {number} short questions}.
  {You left|Still thinking about} {something|items} in your cart{?|.} {Complete your order|Check out} {today|before {day}} and {save {number} percent|get free shipping}. {Use {the |}code {sixDigits} at checkout.|}
  {Item|Qty|Description|Unit price|Shipping|Billing} {address|total|method|details|}: {product}, {number} x {amount}
  {Bill|Ship|Sold} to: {name}, {number} {Elm Street|Main Road|Hafenstrasse}, {place}
  {To return|If you want to return|For returns of} {an item|your order|a product}, {print|use|attach} the {label|form} {attached|below} and {drop it off at|send it back to} {the nearest shop|our warehouse} within {number} days.
  {You earned|You have|Your balance is} {number}{number} points. {Redeem them|Use them} {before {day}|for a discount|on your next order}. {Refer a friend and both of you get {amount}.|}
  {Your|The} {monthly|quarterly|annual} {statement|bill|usage report|summary} {is ready|is now available|for {month|March|October} is attached}. {Log in to view it.|Total due: {amount}.|}
  {Dear|Hello} {customer|valued customer|Sir or Madam|{name}}, {we regret to inform you that|we are pleased to tell you that|please note that} {your {order|claim|application|refund request} {order} {was {approved|rejected|cancelled}|is being processed}|the item is out of stock|the price changes on {day}}.
  {The|Your} {courier|driver|technician|fitter} {will arrive|is due} {between {time} and {time}|on {day}}. {Someone must be at home.|Please keep the parcel code {sixDigits} ready and give it to the driver only.|Reply {YES|1} to confirm or {NO|2} to rebook.}
  {A transfer|A card payment|A purchase} of {amount} {to|at} {company} {is waiting for your approval|was made with your card|was declined}. {Not you? Call us at once.|Open the app to approve or reject it.|}`);

/** Teams, events, tickets and lists. */
export const teamMails: readonly string[] = list(`
  {person} {invited you to|has invited you to|wants you to|would like you to} {join|collaborate on|use|edit} {workspace}{ on {service}|}. {Accept|Use the button below to accept|This invitation expires {until}}.
  {person} {mentioned you|replied|left a comment|commented|assigned you|requested your review|shared a {file|folder|document}} {in|on} {workspace}{: "{please have a look|can you check this by {day}?|looks good to me|what do you think?|I'd change the title}"|}.
  {Reply to this email {directly|} to {respond|comment|answer}|You can reply to this message by email|To reply, just answer this email}, {view it on {service}|or {unsubscribe|mute the thread|click here to view it}}.
  {##- |-- |}{Please |}{type|write|enter} your reply {above|over} this line{ -##| --|}
  {Please do not write below this line|Reply above this line to add a comment|Only text above this line is added to the ticket}.
  {You are receiving this|You're receiving this email|You received this message} because {you {are subscribed to|were mentioned in|are watching|signed up for|have an account with|are on the list of} {workspace|this thread|{service}|our newsletter}|your notification settings say so}. {Manage your {notifications|preferences} or unsubscribe {here|at any time}.|}
  {This is an automated {message|email|notification}|This mailbox is not monitored|This email was sent from a notification-only address}, please do not reply{ to this {email|message}|}. {For help, visit our help center{ or contact {address}|}.|}
  {Your|The} {ticket|request|case|support request} {order} {has been {received|updated|resolved|closed|assigned to {person}|reopened}|is waiting for your reply}. {To add {comments|information}, reply to this email.|We aim to answer within {number} hours.|If you don't reply within {number} days, it will be closed automatically.}
  {Thanks|Thank you} for {contacting|reaching out to|writing to} {us|{service} support|the helpdesk}. {Could you please {send us|attach|share} {a screenshot|the error message|your order number|the log file}?|{Please try|Try} {clearing the cache|logging out and in again|reinstalling the app} and let us know if the {problem|issue} {persists|remains}.|I've escalated this to our engineers.}
  {Agenda|Attendees|When|Where|Organizer|Dial-in|Meeting ID|Passcode|Location|Room|Notes|Topic|Reason|Status|Priority|Due|Requested by|Assigned to}: {{day}, {time}|{person}|{workspace}|room {number}|{number}{number} {number}{number}|High|To be confirmed|{person}, {person} and {number} others}
  {Reminder|Upcoming|Updated invitation|Canceled event|Invitation|Accepted}: {workspace} {@|on} {day} {time} ({person})
  {person} {accepted|declined|tentatively accepted|proposed a new time for} {your|this} {invitation|meeting|event}. {Going? Yes, No, Maybe.|}
  {Join|Click here to join} the {meeting|call|webinar} {at {time}|from your computer|by phone}: {site}. {Meeting ID|Passcode}: {sixDigits}. {Please mute your microphone when you join.|Don't share the link in public.|}
  {You|Your team} {have|has} {number} {unread {messages|notifications}|tasks due {this week|today|on {day}}|pending {approvals|reviews|requests}|new followers} {in {workspace}|on {service}|}. {Open {service} to {see|review|manage} them.|}
  {Please|You have been asked to} {review|approve or reject|sign|confirm} {the {expense report|time off request|purchase order|document|registration request|contract}|{document}} {submitted|sent|requested} by {person}{ by {day}|}.
  {The|Your} {build|pipeline|deployment|backup|export|import|job|scan|report|data export} {order} {succeeded|failed|is ready|has finished|was cancelled|has been started by {person}}{ on {workspace}|}. {View {the |}{logs|details|results}: {site}|Download it within {number} days.|}
  {Bump|Update|Merge|Upgrade} {lodash|the base image|openssl|the sdk} from {number}.{number} to {number}.{number}{ in {workspace}|}. {This pull request was opened automatically.|You can trigger a rebase by commenting on this request.|All checks have passed.}
  {This week|In this issue|Today|This month|New on the blog|Coming up}: {topic}, {how to {plan|cook|grow|learn|repair} {more with less|in a small space|for the family}|five {tips|stories|ideas} {about|on} {topic}|what we learned about {topic}}.
  {Meet|Introducing|Say hello to|Try} {our new AI assistant|Copilot in {service}|smart replies|AI summaries|the new {service} agent|our AI features}. {It can {summarize long threads|draft replies|answer questions about your data|find files|write a first draft} {for you|in seconds}|Ask it anything|Turn it on in settings}.
  {Our|The} {AI assistant|chatbot|virtual agent|AI notetaker} {joined|recorded|summarized|answered} {the meeting|your call|{number} questions}. {Here are the {notes|action items|highlights}.|The transcript is attached.|Ask it to {summarize|translate|rewrite} anything.}
  {Register|Save your seat|Join us|RSVP} {now |}for {the|our} {webinar|conference|workshop|open house|annual meeting} {on|about} {topic}{ on {day}|}. {Seats are limited.|A recording will be sent to all registrants.|}
  {Unsubscribe|Update your preferences|View this email in your browser|Forward to a friend|Was this email forwarded to you? Sign up here|Follow us|Add us to your address book}
  {You {can|may} {unsubscribe|opt out}|To stop receiving these emails|If you no longer want to {get|receive} these emails}{,|} {click|use|reply with|visit} {unsubscribe|STOP|the link below|here|your settings}.
  {Out of office|Automatic reply}: I am {away|on leave|travelling|on parental leave} until {day}{ with limited access to email|}. {For urgent matters{,|} {please |}contact {person} at {address}|Your message will not be forwarded|I will reply when I am back}.
  {Someone|{person}} has {requested|applied} to {join {workspace}|register a new {profile|account}|become a member|move the event}. {Please {review|approve or reject} {the|their} request.|Comment: {thanks|I work with {name}|please add me}}`);

/** Agreements, offices and colleagues. */
export const officeMails: readonly string[] = list(`
  {The|Each} {processor|supplier|contractor|service provider} {shall|will|must} {process|handle|store|delete|return} {personal data|the data|all customer data} {only on {documented |the |}instructions {from|of} the {controller|customer}|at the choice of the controller|in accordance with this agreement|without undue delay}.
  {The|This} {agreement|contract|addendum|order form|policy|licence} {shall|will} {remain in force|be governed by the laws of {country}|terminate|take effect|renew} {until terminated by either party|on {day}|for a term of {number} months|with {number} days' notice}.
  {The parties|Both parties|The recipient|The client|The tenant|The employee} {agree|agrees|undertake|undertakes|acknowledge|acknowledges} {to keep all {confidential information|documents|trade secrets} {secret|confidential}|that {fees|prices} are exclusive of VAT|not to disclose {the terms|any information} to third parties|to pay {amount} per month}.
  {This|The} {email|message|communication} {and any attachments |}{is|are|may be} {confidential|privileged|intended only for the {addressee|named recipient}}. {If you are not the intended recipient, {please {notify|inform} the sender and delete it|you must not copy, forward or use it}|Any unauthorised {use|disclosure|copying} is prohibited}.
  {Please|Could you|Kindly} {sign|countersign|initial|return|review} the {attached|enclosed} {agreement|NDA|data processing agreement|offer letter|amendment|lease|form} {by|before} {day}{ and {send|mail} {us|me} a {scan|copy}|}.
  {By {signing|accepting|continuing to use the service}|If you continue}, you {agree to|accept} {our|the} {updated |}{terms|terms of service|data processing addendum|privacy notice}. {You can {object|cancel} until {day}.|No action is required.|}
  {Subprocessor|Service|Price|Policy} {update|change|notice}: {we will {add|replace|remove} {company} as a subprocessor|our prices {change|increase} by {number} percent|maintenance is planned} {on|from|as of} {day}. {You may object within {number} days.|}
  {I've|I have|We've} {attached|uploaded|updated|shared} {the|our} {proposal|quote|statement of work|slides|spreadsheet|draft|numbers}{ for {company}|}. {Let me know {if you have any questions|what you think|whether this works}|Happy to {jump on a call|walk you through it}|Page {number} has the prices}.
  {Can|Could|Would} you {please |}{send|share|forward} {me|us|{person}} {the|your} {latest {figures|version|invoice}|bank details for the transfer|tax number|signed copy|access to the folder|login for the test system} {by|before} {day}? {Finance needs {it|them} for {the audit|payroll|month-end}.|}
  {Per|Following|As per} {our {call|conversation|meeting}|your request|your instructions}, {I have {changed|cancelled|moved|booked} {the {order|meeting|flight|delivery}|{document}}|please {find|see} the {revised|updated} {quote|schedule|contract}|we will {proceed|go ahead} with option {number}}.
  {Please|Kindly} {follow|read|see} the {instructions|steps|guidelines} {below|attached|in the attached file|on page {number}} {to {set up|install|complete|submit|configure} {your {account|device|benefits|timesheet}|the software|the VPN}|before {day}}.
  {Step|Steps} {1|2|3|{number}}{:|.} {Open|Go to|Click|Select|Choose|Enter|Download|Install} {settings|the admin console|"{cta}"|your user name|the client|the file} {and {press|choose|save|confirm} {it|next|your choice}|}.
  {All|Dear} {staff|colleagues|team|employees|managers}{,|:} {please {complete|finish|submit} {the {training|survey|timesheet|self-review}|your {expenses|goals}} by {day}|the office is closed on {day}|we welcome {person} to the team|passwords must be changed every {number} days}.
  {Your|The} {application|interview|candidacy|offer} for {the position of |}{data analyst|account manager|office assistant|sales agent|system administrator} {was received|is scheduled for {day}|has been reviewed|is attached}. {We will get back to you within {number} days.|Please bring two references.|}
  {I|We} {would like|want|need} to {order|cancel|change|return|renew|book|confirm} {{product}|{number} licences|the subscription|our stand at the fair|the room for {day}}. {Please {confirm|send an invoice|let me know the price}.|}
  {Payroll|Accounting|Procurement|Purchasing} {needs|requires|asks for} {your {bank details|tax form|approval}|a {purchase order|cost centre}|the signed timesheet} {before|by} {day}. {Send {it|them} to {address}.|Reply to this thread.|}
  {Meeting|Call} notes: {person} {will|to} {send|prepare|update|check} {document}; {person} {follows up with|calls|informs} {company}; {next meeting|next call} {day} {time}.
  {The supplier|Our bank|{company}|The landlord} {asked|asks|told} us to {change|update|confirm} {the {account|delivery address|contact}|{document}}. {Please call them first to verify.|Can you handle this?|I told them we need it in writing.}
  {Just|Quick} {following up|checking in|reminder}{ on|: any news on} {my {last email|note}|{document}|the {quote|contract|invoice}}. {Do you need anything else from {me|us}?|Could you give me an update by {day}?|}
  {Let's|We should|Can we} {include|add|mention|leave out|move} {the {pricing|timeline|case study}|{topic}|a link to {the site|our page}} {in|to|from} {the {newsletter|proposal|summary|reply to the client|report}|{document}}{. {person} can write it|}.
  {When you reply to|In your answer to|When you write to} {the client|{person}|{company}}, {please {mention|include|attach|copy me on} {the new price|it|the deadline|{document}}|keep it short|don't promise a date}.
  {Title|Position|Experience|Skills|Education|Languages}: {data analyst at {company}, {number} years|project management, {topic}|{language}, English|assistant to the director|managed a team of {number} people}
  {person} {said|wrote|thinks|asked}: "{please {send|forward|check} {document} {again|today}|we can {ship|deliver|pay} {on|by} {day}|I never got {the code|the invoice}}"`);

/** All of them; each kind is as likely as the others. */
export const serviceFamilies: readonly (readonly string[])[] = [
  accountMails,
  commerceMails,
  teamMails,
  officeMails,
];
