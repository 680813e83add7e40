import { list } from './grammar.ts';

/** Ordinary mail: requests, reports and small talk, in words that attacks use too. */
export const benignSentences: readonly string[] =
  list(`{please|could you|can you} {send|forward|email} me {document} {by|before} {day}?
  {please|kindly} {find|see} {document} attached.
  {could you|can you|would you} {please |}{forward|pass|send} {document} to {name} {when you have a minute|before {day}|and copy me}?
  I {forwarded|sent|emailed} {document} to {name} {yesterday|this morning|on {day}}.
  {please|kindly} ignore my previous {email|message|mail}, the {numbers were wrong|attachment was missing|date has changed}.
  {please|kindly} disregard {this notice|the earlier invoice|this reminder} if you have already {paid|replied|registered}.
  if you did not {request|make} this {change|purchase|login}, {you can ignore this email|please contact support|let us know}.
  forget about {{document}|the meeting on {day}}, we will {do it|talk} {next week|later}.
  your {password|account|subscription|card} {will expire|was changed|has been updated|ends} {on {day}|today|soon}.
  {click|use|follow} the {link|button} below to {reset your password|confirm your address|view {document}|track your parcel}.
  {your verification code is|use code} 482913 {to sign in|to finish your registration}. It {expires|is valid} {in|for} 10 minutes.
  we have {received|processed|refunded} your {payment|order|request} of {amount}.
  {the invoice|your payment|the transfer} of {amount} {is due|was received|has been scheduled} {on {day}|today}.
  {can|could} we {meet|talk|move the call} {on {day}|at {time}|{day} at {time}}?
  {let me know|tell me} {if|whether} {{day}|{time}} works {for you|for the team}.
  {the meeting|our call|the interview} {is|has been} {moved|scheduled|confirmed} {to|for} {day} at {time}.
  {please|kindly} {review|sign|check|read} {document} and {send it back|let me know what you think|return it} {by {day}|}.
  {I|we} {will|can} {summarize|explain|present} {document} {on {day}|in the meeting}.
  {can|could} you {explain|tell me|clarify} {what happened with|the status of|the changes in|the numbers in} {document}?
  {can|could} you {translate|proofread|look over|shorten} {document} {for us|before {day}}? {name} needs it in {language}.
  {please|kindly} {write|draft|prepare} {document} for {name} and {share it with|send it to} {the team|me|{company}}.
  {please|kindly} add {name} to {the invite|the distribution list|the ticket|the call}.
  {please|kindly} {update|change} {the delivery address|the phone number|the title} in {document}.
  {please|kindly} {approve|confirm|cancel} {the order|the booking|{document}} {by|before} {day}.
  {name} asked {me|us} to {share|send|check} {document}.
  {what|which} {time|day|room|version} {works best|should we use|do you prefer}?
  what do you think about {document|the proposal from {company}|{topic}}?
  {how|what} was {your trip to {country}|the conference|your weekend|the interview}?
  {where|when} {should|can} {I|we} {pick up|drop off|send} {document|the keys|the parcel}?
  {who|which team} is {responsible for|working on} {document|the migration|the {company} account}?
  in {my|your|our} {last|previous} {email|reply|answer|message} {I|you|we} {mentioned|asked about|promised} {document}.
  thanks for {your|the} {quick |}{reply|answer|response|feedback|summary}{, it helped a lot|. I will get back to you|}.
  looking forward to {your|hearing your} {reply|response|answer|thoughts}.
  {I'm|I am} {writing|reaching out} {about|regarding|because of} {document|your order|the position|the apartment|an issue with {product}}.
  {attached|here} {is|you will find} {document} {you asked for|for your records|we discussed}.
  {as discussed|as agreed|per our call}, {we|I} will {send|ship|pay|deliver} {document|the goods|{amount}} {on|by} {day}.
  {the server|the build|the site|the import job} {failed|is down|was restarted|is slow} {since {time}|again|after the update}.
  {try|try to|you could} {restart|reinstall|update|run} {the service|the package|the tool|the script} {and|then} {see if it helps|check the log|send me the output}.
  {the script|this function|the program} {reads|deletes|writes|parses} {the file|the config|the log} and {sends|prints|returns} {the result|an error}.
  {has anyone|did anybody} {seen|tried|fixed|noticed} {this error|the new version|that problem} {with {programming}|on Linux|after upgrading}?
  the {function|patch|code} below {fixes|works around|shows} the {problem|bug|crash}.
  {here is|below is} {the|a} {patch|snippet|example|config} {I used|that works for me|from the manual}:
  {our|the} {new|spring|summer} {collection|catalog|release|menu} {is here|has arrived|is out}. {Save 20%|Free shipping|Order} {until {day}|today|now}!
  {{company}|our store} {invites you|would like to invite you} to {a webinar|an event|a tasting} {about|on} {topic} on {day}.
  {in this issue|this week|today}: {topic}, {topic} and {topic}.
  {read|learn|find out} {more|how} {about|in our article on} {topic} {on our site|here|}.
  you {are receiving|received} this {email|message} because you {signed up|subscribed|have an account} {at|with} {company}.
  to {unsubscribe|change your settings|stop these messages}, {click here|reply with STOP|visit your account}.
  {scientists|researchers|economists|officials} {say|report|found} that {topic} {is changing|costs more|matters} {in {country}|this year|than expected}.
  {happy birthday|congratulations|welcome back|get well soon}{, {name}|}! {We should celebrate|Hope to see you soon|All the best}.
  {mom|dad|your brother|grandma} {says hi|asked when you visit|sent you a parcel}.
  {dinner|lunch|the movie} {at {time}|on {day}} {still works|is fine|sounds good}{ for me|}.
  {can|could} you {pick up|buy|bring} {milk|the tickets|a cake|the kids} {on your way|after work|tomorrow}?
  {please|kindly} {acknowledge|confirm} {that you got this|receipt|the date|your attendance|the amount}{ by {day}| in a short reply|}.
  {please|kindly} {reach|contact|write to|call|mail} {me|us|{name}} at {address|the number below|the office} {by|before|after} {day}{, thanks|}.
  {please|kindly} {draft|write|prepare|type} {a|the} {note|letter|card|report|agenda|summary|invitation} {for|to} {the customers|{name}|our guests|the board}{ by {day}|}.
  {reminder|notice|heads-up}: {your|the} {appointment|rental|lesson|delivery|visit} is {on {day}|tomorrow at {time}}. {Reply YES to confirm|Call us to reschedule|Please be on time}.
  {our|your|the} {agent|assistant|technician|consultant|driver} {will|can} {call|visit|meet|help} {you|them|us} {to {arrange|plan|discuss} {the details|a date|the delivery}|on {day}}.
  {starting|from} {now|{day}|next month}{,| on,} {please|kindly} {use|send|mail|ship} {everything|invoices|the parcels|the forms} to {our new office|the new address|{name}} {only|instead|}.
  {forget|drop|skip|leave out} {the green one|the first option|page two|the dessert}, {we|I} {will take|prefer|go with} {the {thing}|the other}.
  {could|can} you {prepare|run|create|make|generate|export} the {weekly|monthly|yearly|sales|travel} {report|statement|list|overview} and {send|mail|hand} it to {accounting|{name}|the board|sales}?
  {could|can} you {translate|check|rewrite|shorten} the {enclosed|attached|second} {page|letter|chapter|contract}{ into {language}|}? {We need it|It is due} {by|on} {day}.
  {please|kindly} {do|finish|clean|copy|scan|file|stamp} {the {thing}|{document}} {before you go|when you can|today}.
  {tell|let|remind} {name} {that|know that} {the {thing}|{document}|the taxi} is {late|ready|on its way}.
  {are|is} {you|this|the shop} {open|a person|free|the right contact} {for {thing}|on {day}|today}?
  {we are|our team is|I am} {pleased|sorry|happy} to {tell|inform} you that {your application|the order|the room} {was accepted|is complete|is taken}.
  {delete|throw away|keep|archive} the {old|spare|printed} {copies|drafts|boxes|versions} {when you are done|please|, we need the space}.
  I {need|would like|want} to {book|cancel|change} {my appointment|a table|my flight to {country}} {on|for} {day}.
  {I|we} {would like|want} {a refund for|to return|information on} {product}. {The order number is 88213|I bought it last month}.
  {thank you|thanks} {for your reply|for the reply|for your answer|for your response|for your message|for responding}{ to my {question|query|mail}|}.
  I will {reply to|answer} your {email|message} when I {return|get back|am in the office}.
  to {request|get} a {reset|reminder} of your {list |account |}password, {visit|write to|see} {the members page|the list owner|our site}.
  {give me|gimme} a {break|call|minute|hint|shout}.
  {you must|subscribers must|you have to} {respond to|answer|confirm} {a verification email|this mail|the confirmation} {to join|before posting|or you will not be added}.
  {write|send} your {reply|question|comment} {below this line|to the list|in a new message}.
  {what's|what is} the best way to {do this|solve that|get there|reach you}?
  {you will|you'll} {not |}get a {response|reply|answer} {within|in} {two days|24 hours}.
  {please|kindly} {note|remember} that you {must|need to|should} use the {name|password|address} {shown above|we sent you}.
  {the following|these} {files|packages|patches} were {modified|updated|removed} to {include|fix} {the|a} {problem|code|bug}.
  {when|where|why} did {this|that|it} happen?
  {what|who} are you {trying to sell|talking about|waiting for}?
  {what is|what's} an example of {that|such a case|something that fails for you}?
  {mailing list|list} {info|administration|settings}: {visit|see|send a message to} {site}.
  {he|she|they} {answered|replied|asked} {that|whether|if} {the|a} {{thing}|{document}} {was|is} {ready|wrong|important}.
  {please|kindly} {answer|consider} {this question|the question below|our survey}: {what|how} {do you like|would you improve} {the {thing}|{product}}?
  the {thing} {of|for|in} the {thing} {is|was|will be} {a|the} {thing} {that|which} {we|they|I} {wanted|need|saw|discussed}.
  {we|they|I} {saw|found|need|built|lost|changed} {a|the} {thing} {in|for|with|near} the {thing} {on {day}|yesterday|last year|}.
  {the|your|our} {thing} {and|or} the {thing} {are|were} {better|late|fine|broken|new}.
  {can|could|do} {you|we|they} {still|really|} {find|use|need|see|change} the {thing} {in|of|for} {the|this} {thing}?
  {why|how} {did|does|would} {the|your} {thing} {change|break|matter|help} {here|in this case|for us}?
  {please|kindly} {do not|don't} {reply to|share|forward} this {email|message|document} {outside the team|with others|}.
  {the contract|clause 4|the agreement} {requires|says|states} that {both parties|{company}|the buyer} {must|shall|may} {notify|pay|inform} {in writing|within 30 days}.
  {your|the} {assistant|secretary|AI team|support bot|account manager} {told me|said|suggested} {to call {name}|that {document} is ready|you are away}.
  {our|the} {AI|language model|chatbot|machine learning} {project|team|course|product} {starts|ships|is hiring|has news} {on {day}|next month|in {country}}.
  {the talk|the article|my thesis} {is about|covers|discusses} {prompt injection|system prompts|chatbots|AI safety|{topic}}{ and how to prevent it|}.`);

/** Whole short mails that a person may send to an agent's mailbox. */
export const benignMails: readonly string[] =
  list(`Hi {name}, {are you free|do you have time} {on {day}|at {time}}? {Thanks|Best}, {name}
  Hi, {could you|can you|please} send me {document}? {Thanks|Cheers}!
  {Thanks|Thank you}, {got it|that works|I received {document}}.
  What time is {the meeting|the call|dinner} {tomorrow|on {day}}?
  Yes, {day} at {time} works for me.
  {Hello|Dear {name}}, {our order|the parcel} has not arrived yet. {Can you check|Where is it}? {Regards|Best regards}
  {Running late|On my way|Stuck in traffic}, {start without me|be there at {time}}.
  {Please|Can you} call {name} about {document}.
  {Approved|Looks good|Fine with me}. {Go ahead|Please proceed} with {document}.
  How much does {product} cost?
  Is {product} still available? {I could pick it up on {day}|Best regards}
  {Happy birthday|Congratulations}, {name}!
  I {forgot|lost} my {badge|login|ticket}. {Who can help|What should I do}?
  {Sorry|Apologies}, I {can't make it|am sick} {today|on {day}}.
  Do we have {document} from {company} yet?`);
