/**
 * Frequent characters of mail, by the charset that is told by them. Letters are in the order of their
 * frequency.
 */

const KANA =
  'ぁあぃいうぇえおかがきぎくぐけげこごさざしじすずせぜそぞただちっつてでとどなにぬねのはばぱひびふぶへべほぼまみむめもゃやゅゆょよらりるれろわをん' +
  'ァアィイウェエォオカガキギクグケゲコゴサザシジスズセソゾタダチッツテデトドナニネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワヲンー';
const KANJI =
  '日本人一二三四五六七八九十大年会社事時間分月火水木金土前後上下中外内新旧高小出入見行来生先学校田山川村松林森井藤佐鈴木橋渡辺伊加吉原' +
  '請求書見積注文発送確認連絡予定件名様方御案内報告資料添付株式東京都区市県部課長担当者様問合返信受付申込登録変更知願致失礼今回度何用' +
  '明子美郎久保野本村清石池和由紀恵健太';
const SIMPLIFIED =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运' +
  '附件请查收您邮通知议票款合同单价客户订购货复谢李王张刘陈杨赵黄周吴徐孙胡朱林何郭伟芳娜敏静丽强磊洋艳勇军杰娟涛超霞刚桂撤回测试发送预约周联系验证码账号密登录';
const TRADITIONAL =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊張該交規萬取格望覺術領共確傳師觀清今切院讓識候帶導爭運' +
  '附檔請查收您郵通知議票款單價客戶訂購貨覆謝李王張劉陳楊趙黃周吳徐孫胡朱林何郭偉芳娜敏靜麗強磊豔勇傑娟濤超霞剛桂測試寄發驗證碼帳號密登錄明';
const HANGUL =
  '이다는에의을가고하를지은기사한도로어으리자서정인나시대그해라니일스들만보부게수전여아있과원제구상주장동면와성공문화소경안관조선국비위물신우분개용적생내무연발진민방계세학회경결법체권리모든것및또등할된되었습녕하십까요드립메요청확첨견서일박최김철영미현준호희은숙재훈윤강임조송오황류홍권배백허남심노곽차견적서송부알림예약주문번호감합';
const CYRILLIC = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёіїєґъ';
const GREEK = 'αοιτεσνηυρπκμλςίόάέήύωθγδχφβξώζψϊΐϋΰ';
const HEBREW = 'יוהלאמרתבשנעםדקחפטכגסזןצךףץ';
const ARABIC = 'اليمنروتبهدعةفسكحقجشصضأخطذثئءزغىظإؤآ،؟پچگ';
const THAI = 'านรอกเงมยลวดทสตะปบคห่้ัีิ์ไแขจชพใโ็ึูุืผถณซธศภฟษญฉฐฝฮฬฎฏๆำ';
const WESTERN = 'éäüößèàçñóíáêøåæãúôâîëûðýþõœïùò–’“”„‘«»€°…§·—º¡¿©®£½²±´µ¼';
const CENTRAL = 'áíéěžřčšőýůąłęśżóćńűúźťďňöüäăşţâîôĺľ–’“”„…€';
const TURKISH = 'ıüğşöçİâîû–’“”…';
const FULL_WIDTH = '，。：；！？、（）「」『』【】《》“”…—・　';

/** A charset, and the logarithm of how often each character is met in its text. */
export interface CharsetLook {
  readonly name: string;
  readonly frequency: ReadonlyMap<string, number>;
  /** Latin text has its letters beyond ASCII beside those of ASCII. */
  readonly isLatin: boolean;
}

/** Frequencies of letters fall with their rank. */
function alphabet(name: string, letters: string, isLatin = false): CharsetLook {
  const weights = [...letters].map((_, rank) => 1 / (rank + 4));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const frequency = new Map(
    [...letters].map((letter, rank) => [letter, Math.log((weights[rank] ?? 0) / all)]),
  );
  return { name, frequency, isLatin };
}

/** Share of the characters of a text that are among its frequent ones. */
const COVERED = 0.75;

function signs(name: string, characters: string): CharsetLook {
  const common = new Set(characters);
  const each = Math.log(COVERED / common.size);
  return { name, frequency: new Map([...common].map((character) => [character, each])), isLatin: false };
}

export const CHARSET_LOOKS: readonly CharsetLook[] = [
  alphabet('windows-1252', WESTERN, true),
  alphabet('windows-1250', CENTRAL, true),
  alphabet('windows-1254', TURKISH, true),
  alphabet('koi8-r', CYRILLIC),
  alphabet('windows-1251', CYRILLIC),
  alphabet('windows-1253', GREEK),
  alphabet('windows-1255', HEBREW),
  alphabet('windows-1256', ARABIC),
  alphabet('windows-874', THAI),
  signs('gb18030', SIMPLIFIED + FULL_WIDTH),
  signs('big5', TRADITIONAL + FULL_WIDTH),
  signs('shift_jis', KANA + KANJI + FULL_WIDTH),
  signs('euc-jp', KANA + KANJI + FULL_WIDTH),
  signs('euc-kr', HANGUL),
];
