import { list, type Slots, words } from './grammar.ts';

/**
 * Sentences of office mail in which colleagues ask, answer, pass on and announce in the words that requests
 * to a machine are made of: thoughts, response, request, following, summary, list, status, instructions.
 */
export const officeSlots: Slots = {
  ofMatter: words(
    'the {thing} project|the {thing} budget|the deal with {company}|the {company} account|the Q2 numbers|the offsite|the audit|the move|the {thing} issue|the rate case|the filing|the pipeline outage|the new hire|the contract|the schedule|the interview|the trip to {country}|the server upgrade|the presentation|the open positions|the invoice from {company}|the {day} meeting|{document}',
  ),
  ofPerson: words(
    '{name}|the client|our lawyers|legal|the team|finance|HR|the customer|the vendor|the group|accounting|everyone|both of us|the whole floor|my manager|operations|the board',
  ),
  ofThing: words(
    'response|reply|answer|summary|comments|feedback|request|list|list of questions|draft|status|update|instructions|explanation|proposal|notes|outline|memo|message|report|results|description|changes|input|opinion|recommendation|suggestions',
  ),
  ofDo: words(
    'review|update|check|confirm|sign|approve|forward|print|revise|send|discuss|finalize|comment on|look at|circulate|prepare|follow up on|take care of|complete|fill in|return|resend|correct|coordinate',
  ),
};

export const officeBenign: readonly string[] = list(`
  {what|and what} are {your|the|their|his|her|other people's} {thoughts|ideas|views|plans|comments|feelings} {on {ofMatter}|about {ofMatter}|on this|here|so far|}?
  {any|do you have any|got any} {thoughts|comments|questions|ideas|updates|news} {on|about|regarding} {ofMatter}?
  what {is|'s} the {status|story|latest|deadline|plan|problem|next step|reason|timing} {of|with|for|on} {ofMatter}?
  {what|which} {is|was} {his|her|your|their} {question|answer|response|role|reaction}?
  what would {you|they|{name}} {say|do|suggest|recommend|think|prefer} {about {ofMatter}|in that case|if they ask|}?
  what are the {next steps|options|numbers|dates|rules|terms|main points|open questions} {for {ofMatter}|again|then|here|}?
  {how|why} {do|did|should|would|can} {we|I|you|they} {explain|handle|evaluate|answer|solve|repeat|read|describe|present|calculate|track} {{ofMatter}|this|that|it|these|the difference|all of them}{ without {extra work|asking {name}|buying it}|}?
  {who|when|where} {is|was|did} {{name}|the owner|the group|they} {in charge|coming|say that|going to answer|find it}{ of {ofMatter}|}?
  does {anyone|anybody|{name}} {know|remember|have an idea} {how to|why we|what to|where to} {ofDo} {ofMatter}?
  {can|could|would} {someone|you|{name}|one of you} {please |}{tell me|explain|show me|let me know|remind me} {how {that|this} works|what happened|why it {failed|was late}|who has {document}|where the {ofThing} went}?
  {please|kindly} {ofDo} {the following|the attached|this|the enclosed} {ofThing} {by {day}|before {time}|and let me know|when you can|at your convenience|and return it to me}.
  {please|kindly} {advise|respond|reply|confirm|answer} {asap|by {day}|as soon as you can|if this is not correct|with your availability|to {name}}.
  I need {you|{name}} to {ofDo} {this|that|{document}|the {ofThing}} {for {day}|by {day}|today|when you get a chance|}.
  {attached|enclosed|below|here} {is|are} {my|our|the|your|{name}'s} {ofThing} {to {ofMatter}|for {ofMatter}|on {ofMatter}|from {ofPerson}|as requested|you asked for}.
  the following {is|are} {the|a|our|my|a short} {ofThing} {of|for|from|on} {{ofPerson}|the open requests|all employees|{ofMatter}}.
  {following|below} {is|are} {the {ofThing}|what we sent to {ofPerson}|what I have so far|the answers to your questions}.
  {as noted|as mentioned|as discussed|as stated|as shown|as requested} {below|above|earlier|before|previously|in the {ofThing}}, {we are coordinating the {ofThing}|I will {ofDo} {ofMatter}|{name} is out until {day}|the date has changed}.
  {per|as per|in response to|further to|following|regarding|with reference to} {your|our|the|his} {earlier|previous|last|attached|recent|above|original|} {request|email|message|conversation|question|instructions|letter|note}{, {name} asked me to {relay|pass on|send} the following {ofThing}|, please find {document} attached|, see below|.}
  {name} asked me to {forward|send|relay|pass on|give} {you|to you} {this|the following|his|her} {ofThing}.
  {I|we} {responded|replied|answered|wrote back} to {ofPerson} {with|in} {our|a|the} {ofThing} {on {day}|yesterday|last week|and copied you}.
  {in|for} our {ofThing} to {ofPerson} we {said|wrote|explained|stated|claimed} that {ofMatter} is {late|on track|closed|under review}.
  {outline|summary|overview|description|explanation} of {ofMatter}
  this {memo|note|message|mail|announcement} {outlines|describes|summarizes|explains|announces} the {following|new|recent} {organizational changes|roles|rules|procedures|changes to {ofMatter}}{, effective {immediately|{day}}|}.
  {I'd|I would|we'd} like to {announce|outline|explain|describe|discuss|summarize|share} the {following|new} {changes|appointments|plans|rules|roles} {effective {immediately|{day}}|in {ofMatter}|with you}.
  {approval|action|a response|your input|your signature} is {required|needed|requested} {to review and act on this request|by {day}|before we can {ofDo} {ofMatter}|from {ofPerson}}.
  {the|all} {instructions|rules|guidelines|directions} {are|can be found} {on page 2|below|in the attached file|on the website|in the support section|in the previous mail}.
  {follow|see|read|check} the {instructions|steps|directions|rules|guidelines} {below|on page 2|in the manual|in the attached file|above} {to {return the form|reset it|claim the refund|register|install the driver}|if you lose your badge|before {day}}.
  {remove|delete|drop|leave out|replace} {all|the|any} {redundant comments|old entries|extra columns|blank pages|duplicates} {before you {ofDo} it|from {document}|and send it back|.}
  this is an {automated|automatic|auto-generated} {response|reply|message|notification} {to {a|the} {message|mail|request} you sent|from the help desk|, do not reply}{ to {address}|}.
  {I|we} {ignored|skipped|left out|overlooked|forgot} {the {first|last|old} {ofThing}|that part|your question|{ofMatter}} {because {it was late|{name} had answered}|, sorry|by mistake|}.
  {the|his|her|their} {question|answer|point|argument|claim|idea} {was|is} {that|whether|how} {we can {ofDo} {ofMatter}|it makes sense|prices go up|the rules apply}.
  {write|call|mail|tell|ask|remind} {ofPerson} {about|that|to {ofDo}} {ofMatter}{, please|, will you|.}
  {the|this} {function|script|system|program|tool|filter|rule|model} {says|returns|prints|reads|answers|expects|repeats|ignores} {the text|the input|the message|a string|the first line|everything after it} {as follows|twice|in that message|when you run it|without an error}.
  {name} {has|had} {written|drafted|prepared|sent|answered|translated|summarized} {the {ofThing}|{document}} {for {ofMatter}|to {ofPerson}|as you asked}.
  {could we|can we|let's|shall we} {discuss|talk about|go over|cover|settle} {ofMatter} {on {day}|at {time}|next week|before the meeting|in person}?
  {when|where} {would|does} it {suit|fit} {you|them|{name}}?
`);
