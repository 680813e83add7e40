import { list } from './grammar.ts';

/**
 * Text of programs and about programs: payloads, logs, commands, lists, transcripts. It looks like orders to
 * a machine but orders nothing. `<` and `>` stand for braces, which the grammar would read as choices, and
 * `§` for a dollar sign.
 */
export const technicalBenign: readonly string[] =
  list(`<"{id|status|event|name|type|user}": "{thing}", "{count|total|recipient|owner|role|state}": {"{thing}"|12|null|true}>
  <"error": "{not_found|forbidden|timeout|invalid_recipient|rate_limited}", "message": "{the {thing} was not found|no such recipient|try again later|the owner is unknown}">
  <"{to|from|recipient|sender}": "{address}", "subject": "{thing}", "{body|text|content}": "{see you on {day}|the {thing} is ready|thanks}">
  {GET|POST|PUT|DELETE|PATCH} /v1/{users|mailboxes|messages|accounts|orders}/<{id|name|key}>{/attachments|/recipients|/policy|} {200|404|403|returned 500|was slow}
  {step|round|message|task|case|item} §<{number|index|id|step}>{:| of} §<{problem|total|answer|text}>
  §<{name|user|owner|recipient|key|path}> {to|of|in|for} §<{recipient|mailbox|folder|account|site}>
  {if|when|while} ({reader|user|agent|item|reply}.{kind|state|role|length} {===|>|!=} {"{thing}"|0|null}) < {return|throw new Error("{thing}")|{count|send|close|print}({thing})}; >
  {const|let|var} {reply|agent|result|user|model} = {await |}{fetch|load|search|open|send}({"{thing}"|path|url|id});
  {function|def|class|async function} {sendMail|readInbox|forward|summarize|Agent|Recipient|loadUser}({user|to|text|self}) {returns|calls|throws} {a {thing}|null|an error} {when|if} the {thing} is {missing|empty|late}.
  create {table|index|trigger|view} {messages|recipients|owners|{thing}} {on|as|after insert on} "{thing}" begin {update|insert into|delete from} {thing}; end
  {select|update|delete from|insert into} {users|recipients|messages|orders} {where|set|values} {owner|id|name|state} = '{thing}'
  {systemctl|docker|npm|git|kubectl|apt|agentctl|mailctl} {enable --now|run|install|push|logs|update|show|list} {{thing}|origin main|--user {thing}|-f}
  {operator|owner|admin|user|recipient|agent|system} {messages|accounts|settings|policy|list|mail|keys} {show|list|export|erase|update|complaint}
  {operator|owner|recipient|agent|helper|reader|assistant|system|admin|principal}{_|.|-|}{token|policy|role|mode|list|key|removed|changed|id|}
  {the|a|this|each} {operator|owner|principal|recipient|helper|agent|reader|administrator} of {the|this|a} {mailbox|account|server|shop|{thing}} {can see|may change|pays for|gets|is told about} {the {thing}|its settings|a copy|the bill}.
  {if|when} {the|a} {recipient|owner|operator|user} {is unknown|declines|does not answer|changes}, {the message|the order|the {thing}} {is held|goes back|is kept for 30 days|is retried}.
  {recipient|owner|operator|sender|helper|role}: {name}
  {2026-03-04|12:04:11|[info]|[warn]|ERROR|DEBUG} {mailer|agent|worker|api|db}: {sent|deleted|opened|forwarded|read|retried} {message|file|job|{thing}} {551|9f2c|for {address}|in 20 ms}
  at {Agent.run|Object.send|Mailbox.open|module.load} ({/srv/app/agent.js|file.ts|index.mjs}:{12|340}:{7|15})
  Traceback: {ValueError|KeyError|TimeoutError}: {the {thing} is missing|'recipient'|no answer from the model}
  {name}: {hi|good morning|are you there?|thanks}\\n{name}: {yes|one moment|I sent you {document}}\\n{name}: {great|ok, see you on {day}}
  {customer|guest|visitor|user}: {where is my order?|is the {thing} in stock?|I cannot log in}\\n{support|agent|operator|assistant}: {it ships on {day}|let me check|please try another browser}
  {action items|to do|tasks|decisions}: {(1)|1.|-} {name} {sends|checks|orders} {document}{;|,} {(2)|2.|-} {name} {books|calls|answers} {{company}|the room|the {thing}}
  [{image|calendar invite|external|draft|spam|ticket 5512|list}] {thing} {on {day}|with {name}|}
  {{[[|((} {thing} {]]|))}} {see above|is a link|is optional|stands for a name}
  {--|---|###|***} {original message|forwarded message|end of message|begin signature|attachment|{thing}} {--|---|###|***}
  # {how to {install|use|update} {thing}|{thing}|changes in 2.1|known problems}
  - {fixed|added|removed|changed}: {the {thing} of the {thing}|{agent|recipient|owner} settings|a crash when the {thing} was empty}
  the {answer|field|column|header|parameter|option} "{recipient|to|action|role|body|owner|do}" {is required|takes an address|was renamed|may be empty|defaults to null}.
  {call|use} {send_message|create_event|search_mail|update_contact} {with a {thing}|from your code} {and check the reply|, as the manual shows}{, it returns a {thing}|}.
  {say|print|type} {hello|"{thing}"|your name} {at the gate|in the box|to begin the tour}
  {secret.key|policy.json|agent.toml|owner.pem|operator.txt|settings.yaml|helper.ts|./model.ts} {was changed|is missing|is too large|}
  name="{file|user|q}"; filename="{report.csv|a.txt|{thing}.pdf}"
  {mail|letter|message|parcel} for §<recipient>{ was refused| is here|}`).map((line) =>
    line.replaceAll('\\n', '\n'),
  );

/** Puts braces where the templates have angle brackets. */
export function withBraces(text: string): string {
  return text.replaceAll('§', '$').replaceAll('<', '{').replaceAll('>', '}');
}
