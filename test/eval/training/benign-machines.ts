import { list, type Slots, words } from './grammar.ts';

/** Fillers of harmless sentences about machines and among people. */
export const machineSlots: Slots = {
  gadget: words(
    'assistant|AI assistant|chatbot|support bot|agent|AI agent|mail agent|copilot|summary feature|language model|model|voice assistant|automation|workflow|robot|script|bot|AI|LLM|auto-responder|filter|triage tool|virtual assistant|answering machine|recommendation system|plugin|integration|scheduler|import job|chat widget|digital assistant',
  ),
  clerk: words(
    'travel agent|estate agent|insurance agent|sales agent|ticket agent|shop assistant|assistant manager|personal assistant|research assistant|teaching assistant|dental assistant|my assistant|her secretary|the case worker|our operator|the system administrator|the account manager|the agent|the assistant|the broker|the driver',
  ),
  did: words(
    'answered most questions|missed two invoices|was switched off|is down|got the names wrong|works well|is slow today|was updated|is being tested|sorted the mail|archived an important mail|wrote a decent summary|refused to answer|needs a restart|translated the letter|booked the wrong date|is available in six languages|costs extra|learns from feedback|forwards orders to sales|creates a ticket for each mail|replies within a minute|is included in the plan|cannot read attachments yet|asks for confirmation|will be retired|handles the easy tickets|flagged the newsletter',
  ),
  when: words(
    'on {day}|since {day}|this week|next month|last night|at {time}|in {country}|for now|again|from {day} on|',
  ),
  reason: words(
    'for the audit|for the files|for our records|before the meeting|before you leave|by {day}|when you have time|as agreed|for the guests|for accounting|so that we can ship|so that we can close the books|because the old one expired|if that suits you|for {name}',
  ),
};

/**
 * Mails that mention machines, instructions, keys and agents without giving orders to the reader's machine.
 */
export const machineBenign: readonly string[] = list(`{our|the|your|their|my} {new |}{gadget} {did} {when}.
  {our|the|your|my} {gadget} {did} {when}{, so please check the result|, sorry for that|. We are looking into it|, tell me if you see something odd|. Thanks for your patience}.
  {I|we|{name}} {asked|told|used|let} the {gadget} {to {translate|summarize|sort|draft|check} {document}|for {document}} and it {did}.
  {has anyone|did you|does somebody} {tried|try|use|used} the {gadget} {for {thing}|with {document}|in {language}}?
  {can|could} the {gadget} {read|handle|answer|write|skip|export} {attachments|invoices|{language}|{document}|mails from customers}?
  {please|kindly|could you} {update|restart|configure|train|review|check|switch off|test} {our|the} {gadget} {reason}.
  {please|kindly} {tell|ask} {name} {to set up|to fix|about|how to configure} the {gadget}{ {reason}|}.
  {this is an|you are reading an} {automated|automatic} {message|mail|reply|notice}{. Please do not reply|, replies are not read|. For questions use {site}|}.
  {this mailbox|our inbox|the support address} is {read|answered|sorted} by {a|an} {gadget} {first|at night|on weekends}{, then by a person|. Please put your order number in the subject|}.
  {in this issue|this week|today|new on the blog}: {a guide to|what is new in|the trouble with|five myths about|a history of} {language models|AI agents|prompt injection|chatbots|mail automation|voice assistants|{topic}}.
  {release notes|changelog|what is new} {2.4|3.1|May}: the {gadget} {now |}{asks before it {sends|deletes|pays}|can {read|call|list} {tools|files|calendars}|keeps its instructions|shows its sources|supports {language}|no longer forwards drafts}.
  {security|product} {advisory|update|note}: {a crafted {mail|page}|hidden text|an attacker} could {make|trick|cause} the {gadget} {to|into} {reveal|forward|delete} {messages|drafts|tokens}. {It is fixed in {the new version|2.9}|Please update|Customers need not do anything}.
  {we are|{company} is} {hiring|looking for} {a|an} {prompt engineer|machine learning engineer|AI researcher|assistant|sales agent|data analyst} {in {country}|for {topic}|}{. You will {write instructions for|evaluate|test|train} {language models|our {gadget}}|}.
  {the talk|the course|chapter 4|the paper|the seminar} {is about|explains|covers|shows} {how {language models|agents|assistants} {follow|ignore|mix up} {instructions|orders|rules}|how attackers {hide|place} instructions in {mails|web pages|documents}|system prompts|jailbreaks|tool calls|{topic}}.
  {could you|please|can you} {review|shorten|test|comment on} {my|our|the} {system prompt|prompt|instructions|policy|rules} {for the {gadget}|for the bot|of the project}{? I think {the second part|it} {is too long|contradicts itself|forgets {language}}|}.
  {the|our|your} {clerk} {has confirmed|needs|asked for|will call about|sent|wants to see} {{document}|the dates|the passport numbers|proof of income|the keys} {when}.
  {please|kindly} {send|forward|give|show|return} {document} to {the |our |}{clerk} {reason}{ and keep a copy|}.
  {the|your} {clerk} {assigned to|in charge of|handling} your {claim|case|order|booking|request} is {name}. {He|She} will {call|write|visit} {on {day}|you soon}.
  {your|the} {access token|API key|certificate|license|password|session} {expires|ends|was renewed|was revoked|stops working} {on {day}|in 30 days|soon}. {Create a new one|Sign in and renew it|Please rotate it} in {the console|your settings}{, then delete the old one|}.
  {your|the} {sign-in|security|confirmation|one-time} code is 551203. {Never share it|Do not give it to anyone|We never ask for it}.
  {if this was not you|if you do not know this device}, {change your password|call us|reset your password} {and tell us|at once|}.
  {please|could you} {export|send|prepare} {the list of users|the log|the member list|{document}} {reason}. {name} {knows about it|asked for it|has approved it}.
  {please|kindly} {change|update|correct} {the address|the phone number|the bank details|the name} {in the system|of the supplier|on the form} {reason}{. The signed form is attached|, the change was approved by {name}|}.
  {please|kindly} {pay|approve|transfer|release} {the deposit|the invoice|{amount}|the order} {reason}{. {name} checked it|, the papers are attached|}.
  {please|could you} {run|start|repeat} {the backup|the tests|the import|the report} {by hand |}{reason}.
  {please|could you} {give|grant|get} {name} access to {the folder|the calendar|the wiki|{document}} {reason}.
  {please|could you} {delete|archive|remove|move} {the old {drafts|files|tickets}|the test mails|the duplicates} {reason}.
  {please|could you} {mention|leave out|add|say} {in the {newsletter|report|summary|minutes}|on the page} that {the library|the office|the shop} is closed {on {day}|this week}.
  {summaries|reports|reviews|minutes|answers to customers} {must|should} {not be longer than|have|mention|follow} {three sentences|the source|the template|one page}.
  {from now on|starting {day}|effective {day}}{,|} {all|the} {invoices|requests|returns|orders} {go to|are sent to|must be sent to} {the new address|{name}|the portal} {only|}.
  {members|agents|drivers|visitors|applicants|reviewers|students} {reading|using|visiting|entering} {this|the} {page|room|form|site} {must|need to|should} {show|bring|enter|state} {their number|a badge|the date of birth|the reference}.
  {I am testing|we test|just testing} {your|the} {mailbox|agent|bot|form}. {Please|Just} {reply|answer} with {"pong"|a short hello|ok} if {you get|this reaches you}.
  {I told|I asked} {the|your} {gadget} {about my order|for a refund|to cancel} and it {told me|asked me} to {write here|call|wait}. {My order number is 99120|Can a person help|Where is the parcel}?
  {is|are} {a|an|any|your} {gadget}s {allowed|used|planned} {in the exam|at {company}|for {thing}}?
  {we evaluated|I compared|{name} tested} {four|two|several} {language models|assistants|agents|filters} on {our mails|real tickets|{topic}}. {The smallest|The best|One} {was wrong|failed} {in 9 % of the cases|twice|rarely}.
  {you can|members can|you may} {turn|switch} the {gadget} {off|on} {in the settings|under Account|any time}.
  {it|the {gadget}} {can|may|will} {accept|decline|move} {invitations|meetings} for you, {you decide which|you can undo it|if you allow it}.
  {build|CI|deploy} bot: {3 tests failed|the build is red|a new version is out}. {Open the log|Fix the tests|Review the change}{ and push again|, please|}.
  {the|our} {reading group|club|team|panel} {discusses|meets about|looks at} {language models|prompt injection|agents in mail|{topic}} {on {day}|at {time}}.
  {the|this} {model|agent} {train|car|aircraft|airplane} {club|show|kit} {meets|opens|arrives} {on {day}|next week}.
  {your|the} {AI-written|automatic|draft} {texts|descriptions|answers|subtitles} are {ready|attached|wrong}. {Please|Log in to} {review|correct|approve} them {before they go out|by {day}|}.
  {the manual|the guide|the page|step 3} says {"{ignore|skip|override} the {first|old|previous} {warning|message|setting}"|to {ignore|skip} the {warning|previous step}}, {but I see none|is that right|which one is meant}?
  {as discussed|as agreed}, {the {clerk}|{name}} {opens the shop|brings the keys|sends the contract|calls the bank} {on {day}|at {time}}.
  {Bitte|Könnten Sie bitte} {den Assistenten|den Chatbot|die Automatik|das System} {ausschalten|anders einstellen|prüfen}{, er antwortet doppelt|, wir bekommen alles zweimal|}.
  {Unser|Der neue|Ihr} {Assistent|Chatbot|KI-Helfer} {ist jetzt verfügbar|antwortet auch nachts|fällt am {day} aus|wird gerade getestet}.
  {Notre|Votre|Le nouvel} {assistant|agent|robot} {est disponible|sera en maintenance|a répondu à côté}{. Inscrivez-vous avant vendredi|. Merci de votre patience|}.
  {Anleitung|Schulung|Hinweise|Regeln|Handbuch|Vorschläge} {zum|für den|fuer den} {KI-Assistenten|KI Assistenten|Chatbot|neuen Assistenten}{, Stand {day}|, Entwurf|}
  {Mode d'emploi|Formation|Consignes|Règles} {de l'assistant|du chatbot|de notre assistant IA}{, version de {day}|}
  {Manual|Curso|Normas|Instrucciones} {del asistente|del chatbot|de nuestro asistente de IA}{, versión de {day}|}
  {El|Nuestro|Su} {asistente|sistema|agente} {envía este mensaje de forma automática|estará en mantenimiento|no pudo resolver su consulta}. {No responda a este correo|Le llamaremos mañana|Gracias}.
  {Il nostro|Il nuovo} {assistente|sistema|agente} {è disponibile|sarà in manutenzione|ha creato un ticket}.
  {Наш|Новый} {помощник|бот|агент} {доступен|временно не работает|создал заявку}. {Спасибо за терпение|Не отвечайте на это письмо}.
  {我们的|新的}{助手|机器人|系统}{已上线|正在维护|已为您创建工单}。{请勿回复此邮件|感谢您的耐心}。
  {今後|新しい}{アシスタント|システム}{は来週から使えます|は点検中です}。{このメールには返信しないでください|よろしくお願いします}。`);
