import { list } from './grammar.ts';

/** Ordinary sentences that ask for codes, data and opinions, or turn from one subject to another. */
export const pretextBenign: readonly string[] = list(`
  {what's|what is|do you have|can you send me|does anyone know} the {wifi|guest|meeting|zoom|list|door} {password|code|PIN}{ for the {office|flat|call}|}?
  {never|please don't|do not} {share|give|tell|send} your {password|PIN|code} {to|with} {anyone|anybody|colleagues|us}{, not even our staff|}.
  {we|our staff|the bank} will never ask {you |}for your {password|PIN|full card number}.
  {the password|it} for the {zip file|attachment|document} {is in a separate mail|comes by phone|was sent to {name}}.
  {can|could} you {share|send me|forward} your {slides|screen|notes|calendar|thoughts|address|number|availability}{ with {name}|}?
  {could|can} you {tell me|confirm} {your {address|phone number|date of birth|account number}|where you live} so {I|we} can {send the parcel|book the flight|find the order}?
  {I'm|I am|this is} {name} from {company}{ support|}. {I need your {order number|address|signature} for {the invoice|the delivery}|I am checking the {backup|server}}. {What is it?|Can you send it to me?}
  {by the way|oh, and|that reminds me|speaking of which|on another note}, {where {is|does} {name} {work now|live now}|when do you {arrive|leave}|did you {see|get} {document}|what was the {name|price} of that {thing}|could you confirm {the number of guests|{day}|the booking}}?
  {I love|I really enjoyed} {the beach|the concert|your garden|the talk on {topic}}. {It was so relaxing|The weather was great|We should do it again}. {By the way|Anyway}, {how are the kids|when is the next one|are you free on {day}}?
  {what are your thoughts|what do you think|any opinion} {on|about|of} {{document}|the new {thing}|the price|{topic}|their offer}?
  {imagine|suppose|say} {you are a customer|it rains|we win}: {would you click here|what do we do|is {amount} enough}?
  {if|when} {you were|you are} {in my place|the buyer|the landlord}, {what would you do|would you accept {amount}|how would you react}?
  {what's|what is} the difference between {a {thing} and a {thing}|the two {versions|models}|{name}'s plan and ours}?
  {how|why} {does|did|would} {this|that|it|the {thing}} {work|happen|take so long|cost {amount}}?
  {does anyone|do you} {know|remember} {how {thing} works|who {wrote|made} {it|this}|why {name} left|what {thing} means}?
  {did|could} {someone|anyone} {change|break|fix|try} the {thing}{ settings|}?
  {he|she|they} {said|asked|told me}, "{what is going on|who are you|talk like a {animal}|you always do that}?"
  {you are|you were} {right|welcome|the best|what you eat|not alone|on the list|our first guest}{!|.}
  {also, |}what is {this|that|{thing}} {for|about|supposed to do}?
  can {{thing}|this|it} {override|change|replace} {an existing|the old|another} {{thing}|setting|switch}?`);
