import { list } from './grammar.ts';

/** Short mail of shops, services and offices to people, and what people ask of each other in a line. */
export const notices: readonly string[] = list(`
  {this is an automatic message|this mail was sent automatically|important|note}: {please |}{do not|don't} {reply|answer|respond} to this {address|email|mail|message}.
  {please |}{ignore|disregard} this {message|mail|email|reminder|notice}{, it was {sent by mistake|only a test|meant for {name}}| if {you have already {paid|answered|signed}|this was not you|you did nothing}}.
  {this is|this was} {only |just |}a {test|trial run} of our {mail server|newsletter|alarm|new form}, {please ignore it|nothing to do for you|you can delete it}.
  you {are now|have been} {subscribed to|added to|removed from|enrolled in|a member of} {our newsletter|the list|the {topic} group|the waiting list|the course}.
  you are now {logged in|signed up|checked in|connected|registered|number {3|12|20|48|150} in the queue}{ on a new device|. See you on {day}|}.
  {act|book|order|register|decide} now {and save {3|12|20|48|150} percent|, only {3|12|20|48|150} left|while it lasts|before {day}}{!|.}
  {save|get|win} {3|12|20|48|150} percent {on your next order|this week|with the code {topic}}, {shop|order|book} {today|now}.
  {could|can|would} you {please |}{reply|answer|come back to me|get back to us} {with|about} the {tracking number|order number|date of birth|serial number|exact address|total|measurements|room number}?
  {reply|answer|respond|write back} {with {your order number|a date|your size|yes or no}|by {day}} {to confirm|so that we can plan|to keep your seat|and we will take care of it}.
  {send|give|text} me {your|the} {address|phone number|new number|measurements|bank details|flight number} {and I will|so that I can|, then I} {post the book|pay you back|pick you up|drop it off|put you on the list}.
  {please |}{confirm|check|update|review} your {address|booking|details|phone number|delivery date|profile} {before we ship|in your account|by {day}|when you have a minute}.
  {from now on|starting {day}|as of next month}, {all {invoices|parcels|requests} go to {name}|the office opens at {time}|we meet in the small room|the front door stays locked}.
  {new|updated} {instructions|rules|directions|opening hours} for the {office|garage|pool|library|kitchen|car park}: {please use the back door|close the window at night|badges are needed|see the notice}.
  {follow|read|keep|see} the {instructions|directions|steps|notes} {on the box|in the manual|in the attachment|on page {3|12|20|48|150}} {to assemble the shelf|before you start|for the oven|carefully}.
  {what is|what was|where is|who is|when is} {your order number|the name of your cat|the meeting|the nearest station|your size|the price|the deadline|the best time to call|the capital gains rate}?
  {can|could} you {write|make|bake|bring|draw} a {card|cake|list|few lines|short speech} for {name}'s {birthday|wedding|farewell}?
  {tell|show|let} me {know |}{how it went|when you arrive|what you think|which colour you like|the new design when it is ready}.
  {complete|fill in|answer} {the|this|our} {form|survey|questionnaire} {to finish your registration|and help us get better|by {day}}.
  {dear|hello|hi} {agent|representative|team member|support}, {my order has not arrived|please cancel my booking|I need an invoice|when do you open}.
  {the agent|our agent|your travel agent|the estate agent} {sold the flat|will call you|booked the wrong flight|asks for the papers|is on holiday}.
  {your|the} {verification|login|access|pickup} code is {3|12|20|48|150}. {never share it|do not share it with anyone|it expires soon|enter it on the page}.
  {hello|hi|good morning} from {{topic} club|the office|our holidays|{name}}{! How are you?|. All is well here.|, see you soon.}`);
