import { list, type Slots, words } from './grammar.ts';

/** Ordinary requests with the verbs and objects of agents' tools. */
export const toolTalkSlots: Slots = {
  human: words(
    '{name}|my brother|the caterer|the landlord|our accountant|the neighbours|the teacher|the new colleague|the dentist|the plumber|the coach|grandma|the bank|the office|the client|the tenants|the kids|the printer|the editor|the choir|HR|the front desk',
  ),
  matter: words(
    'the final number of guests|the date|the delivery|the broken window|the deposit|the new prices|the trip|the menu|the heating|{document}|the {thing}|the parking space|the test results|the rehearsal|the room|the missing parcel|the holiday plan|the first payment',
  ),
  humanGoal:
    list(`{send|write|drop} {an email|a mail|a note|a message|a few lines} to {human} {about|with|because of|regarding} {matter}
    {send|mail|forward} {matter|document} to {human}{ and copy me|}
    {confirm|tell|let} {human} {know |}{about |}{matter}
    {reply|write back|answer} to {human} {about|with} {matter}
    {confirm receipt|send a confirmation|confirm the date|answer} to {address}
    {give|lend|bring|hand} {human} the {key|keys|spare key|door code|garage key}{ to the {back door|cellar|office}|}
    {unlock|lock|open|close} the {gate|garage|window|back door|shed} {for {human}|before you leave|when {human} comes}
    {turn off|switch off|turn down|set} the {alarm|lights|heating|oven|camera} {before you leave|at night|to 20 degrees|while {human} works there}
    {transfer|pay|send} {the rent|the deposit|the fee|my share|{amount}} {to {human}|by {day}|from the joint account|}
    {adjust|check|set up|stop} {the|my|your} {standing order|payment|direct debit|subscription}
    {delete|remove|move|restore} the {old file|folder|duplicates|photos|drafts|file that I sent by mistake}
    {share|upload|export|print} {the folder|the photos|{document}|the sheet} {with|for} {human}
    {add|invite} {name} to {the workspace|the channel|the group|the project|the call}{ as a guest|}
    {post|publish|announce} {matter} {in the channel|on the page|on the notice board}
    {cancel|move|confirm|book} {the appointment|my appointment|the check-up|the visit} {with {human}|on {day}}
    {book|reserve|cancel} {a room|two rooms|the train|the hotel|a table|the flight} for {human|{day}}
    {create|rename|delete|review|merge} the {branch|ticket|pull request|label|release}{ before {day}| today|}
    {run|repeat} the {tests|import|script|migration} {on Windows|by hand|and tell me what breaks}
    {change|reset} {your|the} {password|PIN|profile picture} {after the leak|when you sign in next|before {day}}
    {translate|correct|shorten|summarize} {the opening|the speech|the letter|the second part} {into {language}|for {human}|by {day}}
    {write|put} {matter} {at the top|in bold|on the list|into the minutes}`),
};

export const toolTalk: readonly string[] = list(`{please|could you please|kindly} {humanGoal}.
  {could|can|would|will} you {please |}{humanGoal}{ {reason}| today| this week|}?
  {could|can|would|will} you {please |}{humanGoal}?
  please {humanGoal} {reason}. {thanks|thank you}!
  {human} {is|are} coming {on {day}|at {time}}, please {humanGoal}.
  {remember to|don't forget to|we need to|somebody has to|I still have to|you wanted to} {humanGoal}.
  {I|we|{name}} {will|can|could|should|forgot to|tried to|had to|promised to|would like to} {humanGoal}{ on {day}| tomorrow|}.
  {to do|todo|before the release|plan for {day}}: {humanGoal}, {humanGoal}, {humanGoal}.
  - [{ |x}] {humanGoal}
  {when|if|once} {human} {asks|calls|arrives|agrees}, {please |}{humanGoal}.
  {instead of|rather than} {calling|waiting|writing a letter}, {please |you can |}{humanGoal}.
  {as {administrator|treasurer|host|manager|chair}|on behalf of the board}, I {remind|ask} {everybody|all of you|{name}} to {humanGoal}.
  {name} {asked|told|reminded} {me|us|you} to {humanGoal}{ {reason}|}.
  {you can|you may|members can|guests can|users can|it is now possible to} {toolGoal} {in the {app|settings|portal}|from {day} on|without {a fee|an account}|once a month}.
  {how to|here is how to|a short guide on how to|learn how to} {toolGoal}{: open the {app|menu|console} and {follow the steps|choose the option}| in three steps|}
  to {toolGoal}, {open|use|go to} {the {settings|app|menu|console|portal}|your profile} and {choose|press|follow} {the option|the second entry|the steps|Save}.
  {I|we|{name}|the intern|someone} {wanted to|tried to|managed to|could not|was able to|had to|forgot to} {toolGoal}{, {and it failed|but nothing happened|so we wait}| by mistake| last week|}.
  {did you|have you tried to|do I need to|is it possible to|am I allowed to|who can} {toolGoal}?
  {it is|we are} {not allowed|forbidden|risky} to {toolGoal}{ without {approval|a ticket}|}.
  {our|the} {new |}{agent|assistant|bot|app|copilot|plugin|feature} {can|may|will|cannot} {toolGoal}{ for you| if you allow it| after you confirm|. You decide|}.
  {the bug|the attack|the flaw|the report|the incident} {let|made|shows that} {a stranger|the bot|the assistant|an attacker} {could |}{toolGoal}. {It is fixed|We updated it|Please update}.
  {if you did not|unless you|did you} {ask to |}{toolGoal}, {call us|contact support|change your password}.
  a {transfer|payment|refund} of {amount} {to|from} {{name}|{iban}|{company}} was {made|received|declined|scheduled} {on {day}|today}. {If this was not you, call us.|}
  {your|the} {security code|access code|verification code|gym code|door code} is {448 190|7731|90 22 11}. {It is valid for ten minutes|The old one stops working on {day}|Please do not pass it on}.
  {the|your} {password|access token|API key|deploy key} {for|of} {{repo}|the forum|your profile} was {reset|revoked|created|renewed} {on {day}|by {name}|because of the leak}.
  {to use|before you use} {the command line|our API|the client}, {create an access token|generate a key|sign in} {in your profile|in the settings} and {paste it when asked|keep it secret|store it safely}.
  <"status":"{ok|error|done}","{job|task|id}":"{thing}-report","{duration|count|size}":{41|7|1200}>
  <"id":{12|88},"{title|name}":"{thing}","{description|note}":"{thing} {of|for|in} the {thing}","{start|date}":"{day}">
  {toolName} {returns|takes|needs|fails with} {an id|{argName} and {argName}|an error when the {argName} is empty|two arguments}.
  {name}: {description|notes|comment}: "{thing} {thing}, {nice|clean|loud}, {pets allowed|near the station|good value}."
  {review|rating}: {4|5|2} {stars|of 5}. {Strong|Nice|Clean|Poor} {thing}, {the {thing} could be better|I would buy it again|breakfast until eleven}.
  {exercise|question|homework} {4|2b}: {decide|tell|explain} {for each {review|sentence}|whether} {if it is {positive or negative|correct}|the {thing} is right}. {hand it in|write the answers on the sheet} {on {day}|}.
  {the filter|our system|the spam folder} {marked|labelled|classified} {your {mail|newsletter|review}|it} as {spam|positive|a duplicate}. {I corrected it|Let me know if it happens again|Sorry}.
  {issue|ticket|bug} #{412|77}: {the {thing}|dropdown|export} is {empty|slow|broken} {on Safari|since the update}. {steps|expected|actual}: {open the page|the list|an empty box}. {please add the label|can you reproduce it|I have a fix}{.|?}
  {merge request|pull request} {!77|12} {fixes|adds|removes} {a typo|the {thing}|a test}. {pipeline is green|could one of you review it|ready to merge}{.|?}
  {prompt|theme|task} for the {writing circle|photo club|class} {on {day}|}: {you are|imagine being|write as} a {animal}. {One page|No dialogue|Two minutes each}.
  {the {report|mail|message} was|your file is} {too long|too large|cut off}. {To get|To see} the rest, {log in|open the portal|ask {name}}.
  {when|if} {a|the} {customer|guest|member} {asks for|wants} {a refund|{thing}|help}, {check the order|look at the list|call {name}} first{, then {approve|answer|forward} it|}.
  {thank you|thanks}, {the code|the password|the key|it} {was correct|worked|is accepted}{. See you on {day}|, I am in|}.
  {end of|this was the end of} {the {season|year|quarter|trial}|part one}{. |; }{next|now}{:|} {the {thing}|{topic}|rehearsals start on {day}}.`);
