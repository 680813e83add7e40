/**
 * Beginnings of words for the classes of the lexicon, in languages that add endings to their words: Russian,
 * Turkish, Korean, Arabic, Hindi, Bengali, German, Polish, Greek and Indonesian. They're translations of the
 * English words of each class.
 */
export const STEMS: Readonly<Record<string, string>> = {
  answer:
    'ответ вывод сводк результат резюме yanıt cevap özet sonuc çıktı 답변 응답 대답 요약 결과 출력 إجاب جواب رد ملخص نتيج ناتج الإجاب الجواب الملخص النتيج الناتج उत्तर जवाब सारांश परिणाम উত্তর জবাব সারাংশ ফলাফল antwort zusammenfass ausgab ergebnis odpowied streszcz απάντησ περίληψ αποτέλεσμ jawab ringkas',
  modify:
    'добав вставь включ измен дополн ekley eklem değiştir dahil 추가 포함 수정 변경 삽입 أضف أضيف أدرج عدل غير जोड़ शामिल बदल যোগ বদল পরিবর্তন einfüg hinzufüg ergänz veränder dodaj wstaw zmień πρόσθεσ άλλαξ tambah sisip',
  mention:
    'упомян рекоменд посовет предлож bahset öner tavsiye 언급 추천 홍보 권장 اذكر أوصي انصح اقترح उल्लेख सुझाव सिफ़ারিশ পরামর্শ সুপারিশ erwähn empfehl empfiehl polec wspomn ανάφερ πρότειν sebut saran',
  compose:
    'напис напиш сочин состав созда сгенерир придум yaz oluştur hazırla üret 작성 써줘 쓰세 만들 생성 지어 اكتب أنشئ صغ ألف لكتاب लिख बनाइ बना रच লিখ তৈরি রচনা schreib verfass erstell entwerf generier dicht napisz stwórz wygener γράψ δημιούργ tulis buat',
  explain:
    'объясн опиш описа расскаж поясн подвед проанализ açıkla anlat tanımla özetle analiz 설명 묘사 서술 정리 분석 논의 اشرح شرح صف وصف لخص ناقش حلل समझा वर्णन व्याख्या बताइ ব্যাখ্যা বর্ণনা বোঝা আলোচনা erklär beschreib erläut wyjaśn opis εξήγησ περίγραψ jelas uraik',
  label:
    'классифиц определ оцен вычисл реши посчит сортир sınıfland belirle hesapla çöz sırala değerlend 분류 계산 평가 판단 풀어 정렬 صنف احسب حدد قيم حل رتب वर्गीकरण गणना हल निर्धारित গণনা সমাধান নির্ধারণ bestimm berechn lös sortier bewert oblicz rozwiąż oceń υπολόγ ταξινόμ hitung tentuk urutk',
  render:
    'перевед перевес перевод зашифр закодир расшифр декодир преобраз замен çevir kodla şifrele dönüştür çöz 번역 변환 암호화 복호화 해독 인코딩 디코딩 바꿔 ترجم شفر فك حول اعكس अनुवाद डिकोड एन्कोड कूट উল্টো অনুবাদ ডিকোড রূপান্তর übersetz entschlüssel verschlüssel dekodier kodier umwandel ersetz przetłumacz zakoduj odkoduj μετάφρασ αποκωδικ terjemah dekod enkod',
  remove:
    'удали убер исключ опуст kaldır çıkar 제거 빼고 생략 삭제 أزل احذف हटा निकाल সরা মুছ entfern weglass usuń αφαίρεσ hapus hilang',
  say: 'повтор скаж произнес ответь выведи söyle tekrarla de 말해 말하 반복 대답해 출력해 قل كرر ردد أخبر कहो कहें दोहरा बोल বল পুনরাবৃত্তি বলুন wiederhol sag nenn powtórz powiedz πες επανάλαβ kata ulang',
  show: 'покаж раскро выдай сообщ предостав поделит подтверд göster paylaş açıkla ver listele doğrula onayla 보여 알려 공유 공개 제공 가르쳐 나열 확인 أظهر أعط اكشف شارك اعرض أكد तقديم دलن दिखा बता साझा प्रदान पुष्टि দেখা জানা শেয়ার প্রকাশ নিশ্চিত দিন zeig verrat teil preisgeb bestätig pokaż podaj ujawn δείξ δώσ αποκάλυψ μοιρά tunjuk beri bagi',
  send: 'отправ перешл переслат передай перечисл gönder ilet aktar yolla 보내 전송 전달 발송 송금 أرسل إرسال حول أعد انقل भेज अग्रेषित স্থানান্তর পাঠা পাঠি send schick weiterleit überweis übermittel wyślij przekaż przelej στείλ προώθησ kirim terus',
  operate:
    'открой откро нажм запуст выполн купи закаж установ удал aç tıkla çalıştır satın yürüt sil yükle 열어 클릭 실행 구매 설치 삭제해 예약 افتح انقر شغل نفذ اشتر احجز ثبت खोल क्लिक चला खरीद स्थापित খুল ক্লিক চালা কিন öffn klick ausführ install kauf bestell lösch otwórz kliknij uruchom kup άνοιξ πάτα εκτέλεσ buka jalan klik',
  drop: 'игнор забуд проигнор пренебр отброс görmezden unut yoksay boş 무시 잊어 잊고 تجاهل انس اهمل अनदेख भूल उपेक्षा উপেক্ষা ভুল অগ্রাহ্য ignorier vergiss vergess missacht übergeh zignor zapomn pomiń αγνό ξέχ abaik lupak',
  earlier:
    'предыдущ прежн вышеуказ прошл выше önceki yukarıdaki evvelki 이전 앞의 앞선 위의 기존 السابق سابق أعلاه पिछल पूर्व उपर পূর্ব আগের উপরের vorherig vorig bisherig obig früher poprzedni wcześniejsz powyższ προηγούμεν παραπάνω sebelum',
  orders:
    'инструкц указан команд правил задани задач запрос подсказк распоряж talimat komut kural görev istem yönerge 지시 명령 지침 규칙 작업 요청 프롬프트 지시사항 تعليم أوامر أمر قواعد مهم طلب التعليم الأوامر القواعد المهم الطلب निर्देश आदेश नियम कार्य अनुरोध নির্দেশ আদেশ নিয়ম কাজ অনুরোধ anweis befehl vorgab aufgab instrukt polece instrukc zasad zadani οδηγί εντολ κανόν perintah instruks aturan tugas',
  fresh:
    'новы новую нового теперь сейчас вместо следующ yeni şimdi bunun sonraki aşağıdaki 새로운 지금 이제 대신 다음 جديد الآن بدل التالي नया नई अब इसके বदले নতুন এখন পরিবর্তে neu jetzt stattdess nächst now nowy nowa teraz zamiast νέ τώρα baru sekarang',
  reader:
    'ассистент помощник бот модел нейросет asistan model robot bot yapay 어시스턴트 비서 챗봇 인공지능 모델 مساعد روبوت نموذج الذكاء المساعد النموذج सहायक मॉडल बॉट সহকারী মডেল বট assistent chatbot sprachmodell asystent βοηθ asisten',
  secret:
    'парол секрет ключ токен код парола şifre parola gizli anahtar sır 비밀번호 암호 비밀 키를 패스워드 كلمة سر مفتاح سري المرور السر पासवर्ड गुप्त कुंजी रहस्य পাসওয়ার্ড গোপন চাবি passwort kennwort geheim schlüssel zugangs hasł tajn klucz κωδικ μυστικ κλειδ sandi rahasia kunci',
  person:
    'пользовател читател получател клиент владел kullanıcı okuyucu alıcı müşteri sahib 사용자 독자 수신자 고객 소유자 مستخدم قارئ مستلم عميل المستخدم العميل उपयोगकर्ता ग्राहक पाठक উপযোগকর্তা ব্যবহারকারী গ্রাহক পাঠক nutzer benutzer leser empfäng kund użytkownik czytelnik klient χρήστ pengguna pembaca pelangg',
  form: 'шифр двоичн морзе эмодз буква букв морзян ikili mors harf emoji şifreli 이진 모스 이모지 글자 시저 문자열 شيفرة مورس ثنائي حرف حروف رمز बाइनरी मोर्स अक्षर कोड বাইনারি মোর্স অক্ষর binär morse buchstab emoji szyfr litery γράμμα morse biner huruf',
  genre:
    'стих стихотвор рассказ истори сказк эссе песн хайку роман şiir hikaye öykü deneme şarkı masal roman 시를 이야기 에세이 노래 하이쿠 소설 편지 قصيد قصة مقال أغني رواي رسالة कविता कहानी निबंध गीत हाइकू उपन्यास কবিতা গল্প প্রবন্ধ গান উপন্যাস gedicht geschicht aufsatz lied roman märchen wiersz opowiad esej piosenk ποίημα ιστορί puisi cerita esai lagu',
  code: 'код скрипт функц программ алгоритм kod betik fonksiyon işlev program algoritma 코드 함수 프로그램 스크립트 알고리즘 كود دالة برنامج سكربت خوارزم الكود कोड फ़ंक्शन प्रोग्राम কোড ফাংশন প্রোগ্রাম funktion programm skript funkcj skrypt κώδικ kode fungsi',
  feeling:
    'настроен тональн эмоц чувств duygu ruh 감정 기분 정서 مشاعر عاطف مزاج भावना मनोदशा অনুভূতি আবেগ stimmung gefühl nastrój uczuci συναίσθημ perasaan',
  quality:
    'столиц значен преимуществ причин принцип концепц теори разниц истори вывод формул başkent anlam avantaj neden ilke kavram teori fark tarih formül 수도 의미 장점 원인 원리 개념 이론 차이 역사 공식 결론 عاصم معنى مزايا أسباب مبادئ مفهوم نظري فرق تاريخ صيغة राजधानी अर्थ लाभ कारण सिद्धांत अवधारणा अंतर इतिहास सूत्र রাজধানী অর্থ কারণ নীতি ধারণা তত্ত্ব পার্থক্য ইতিহাস সূত্র hauptstadt bedeut vorteil ursach prinzip konzept theori unterschied geschicht stolic znaczen przyczyn różnic πρωτεύουσ αιτί ιστορί ibukota arti sebab teori sejarah',
  role: 'представ притвор вообраз роль персонаж режим hayal rol karakter mod davran gibi 상상 가정 역할 캐릭터 모드 척하 تخيل تظاهر دور شخصي وضع लنفترض कल्पना भूमिका किरदार मोड দেখি কল্পনা ভূমিকা চরিত্র মোড stell vorstell rolle tu modus wyobraź udawaj rola φαντά ρόλ bayang peran mode',
  tool: 'инструмент функци почт файл аккаунт календар контакт araç dosya hesap takvim posta eklenti 도구 파일 계정 메일함 캘린더 연락처 أداة ملف حساب تقويم بريد उपकरण फ़ाइल खात कैलेंडर সরঞ্জাম ফাইল অ্যাকাউন্ট werkzeug datei konto kalend narzędz plik εργαλεί αρχεί alat berkas akun',
  must: 'должен должн обязат необходим нужно срочн только никогда всегда gerek zorunda lazım acil sadece asla daima 해야 반드시 필수 긴급 오직 절대 항상 يجب ضرور فقط أبدا دائما عاجل चाहिए ज़रूर केवल कभी हमेशा অবশ্যই জরুরি শুধু কখনো müss muss sofort dringend nur niemals musi tylko nigdy πρέπει μόνο harus segera hanya',
  hush: 'тайн тихо незамет молча никому gizlice sessizce kimseye haber 몰래 조용히 비밀리에 سرا بهدوء خلسة चुपके गुपচুप গোপনে চুপচাপ heimlich stillschweig unbemerkt potajemn nikomu κρυφά diam',
  money:
    'платеж платёж счет счёт деньг карт банк перевод биткоин ödeme fatura para kart banka hesab 결제 송장 돈을 카드 은행 계좌 비트코인 دفع فاتور مال بطاق بنك حساب भुगतान चालान पैस कार्ड बैंक খরচ পেমেন্ট টাকা কার্ড ব্যাংক zahl rechnung geld karte bank płatn faktur pieniąd πληρωμ τιμολόγ χρήμα bayar faktur uang kartu',
  question:
    'како какая какие каков кто почему когда сколько куда hangi nedir neden nasıl kim nerede kaç 무엇 누가 누구 언제 어디 어떻게 왜 몇 어떤 뭐야 ماذا ما من متى أين كيف لماذا هل क्या कौन कब कहाँ कैसे क्यों कितन किस কি কী কে কখন কোথায় কিভাবে কেন কোন welch wies warum wieso wann woher jak jaki dlaczego kiedy gdzie ποι πώς γιατί apa siapa bagaimana mengapa kapan',
};

/** Words of languages without spaces, one to four characters each: Chinese, Japanese and Thai. */
export const IDEOGRAPHS: Readonly<Record<string, string>> = {
  answer: '回答 回复 答案 总结 摘要 输出 结果 回应 返答 答え 要約 出力 返信 結果 คำตอบ สรุป ผลลัพธ์',
  modify: '添加 加入 插入 修改 更改 包含 追加 含めて 挿入 変更 修正 เพิ่ม แก้ไข ใส่',
  mention: '提及 提到 推荐 建议 宣传 言及 勧め 提案 推薦 แนะนำ กล่าวถึง',
  compose: '写 编写 创建 生成 撰写 创作 书いて 書い 書け 書く 作成 作って 生成 เขียน สร้าง แต่ง',
  explain: '解释 描述 说明 讲解 分析 概述 説明 描写 解説 教えて 分析 อธิบาย บรรยาย วิเคราะห์',
  label: '分类 判断 计算 求解 排序 评估 分類 判定 計算 解いて 並べ 評価 คำนวณ จัดประเภท เรียง',
  render: '翻译 编码 解码 加密 解密 转换 替换 翻訳 変換 暗号化 復号 解読 置き換え แปล ถอดรหัส เข้ารหัส',
  remove: '删除 去掉 移除 削除 除いて 取り除 ลบ ตัดออก',
  say: '说 重复 复述 言って 繰り返 答えて 述べ พูด ตอบ พูดซ้ำ',
  show: '显示 展示 告诉 透露 提供 给我 分享 列出 确认 見せて 示して 教え 明かし 共有 表示 提供 確認 แสดง บอก เปิดเผย แบ่งปัน ยืนยัน',
  send: '发送 转发 发给 转账 传送 上传 送信 転送 送って 送金 ส่ง ส่งต่อ โอน',
  operate:
    '打开 点击 执行 运行 购买 安装 预订 開いて クリック 実行 購入 インストール 予約 เปิด คลิก รัน ซื้อ ติดตั้ง',
  drop: '忽略 无视 忘记 忽视 无需理会 無視 忘れて 忘れ 従わず ละเว้น เพิกเฉย ลืม ไม่สนใจ',
  earlier: '之前 以前 以上 先前 前面 上述 前の 以前の 上記 これまで 先の ก่อนหน้า ข้างต้น เดิม',
  orders:
    '指令 指示 命令 规则 任务 提示 要求 请求 ルール タスク プロンプト 依頼 要求 設定 คำสั่ง กฎ คำแนะนำ งาน คำขอ',
  fresh: '新的 现在 改为 接下来 以下 而是 新しい 今から 代わり 次の 以下 ใหม่ ตอนนี้ แทน ต่อไปนี้',
  reader: '助手 助理 人工智能 机器人 模型 アシスタント 人工知能 ボット モデル ผู้ช่วย ปัญญาประดิษฐ์ บอท โมเดล',
  secret: '密码 秘密 密钥 口令 验证码 机密 パスワード 秘密 鍵 暗証 รหัสผ่าน ความลับ รหัส กุญแจ',
  person: '用户 读者 收件人 客户 主人 ユーザー 利用者 読者 受信者 顧客 ผู้ใช้ ลูกค้า ผู้อ่าน',
  form: '摩斯 二进制 密文 表情 字母 倒序 凯撒 モールス 二進 絵文字 文字 逆順 シーザー มอร์ส ไบนารี อักษร อีโมจิ',
  genre: '诗 故事 文章 小说 歌曲 俳句 剧本 散文 詩 物語 小説 歌 エッセイ 手紙 บทกวี เรื่องสั้น นิทาน เพลง เรียงความ',
  code: '代码 函数 程序 脚本 算法 コード 関数 プログラム スクリプト アルゴリズム โค้ด ฟังก์ชัน โปรแกรม สคริปต์',
  feeling: '情绪 情感 心情 语气 感情 気分 อารมณ์ ความรู้สึก',
  quality:
    '首都 意义 优点 原因 原理 概念 理论 区别 历史 公式 结论 意味 利点 理由 理論 違い 歴史 結論 เมืองหลวง ความหมาย สาเหตุ หลักการ ประวัติ ทฤษฎี',
  role: '扮演 假装 想象 角色 模式 假设 ふりをし 演じ 想像 役割 モード キャラ 仮定 สมมติ แกล้งทำ บทบาท โหมด',
  tool: '工具 文件 账户 日历 邮箱 联系人 接口 ツール ファイル アカウント カレンダー 連絡先 เครื่องมือ ไฟล์ บัญชี ปฏิทิน',
  must: '必须 务必 立即 只能 绝不 一定 总是 必ず すぐに だけ 絶対 常に ต้อง ทันที เท่านั้น ห้าม เสมอ',
  hush: '悄悄 暗中 不要告诉 秘密地 こっそり 密かに 黙って แอบ เงียบๆ ลับๆ',
  money: '付款 发票 支付 转账 银行 银行卡 钱 支払 請求書 銀行 お金 カード ชำระ ใบแจ้งหนี้ เงิน ธนาคาร บัตร',
  question:
    '什么 谁 哪里 为什么 如何 怎么 多少 哪个 吗 何 誰 どこ なぜ どう いつ いくつ どの ですか ますか อะไร ใคร ที่ไหน ทำไม อย่างไร เมื่อไหร่ ไหม',
};
