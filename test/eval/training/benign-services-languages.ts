import { list } from './grammar.ts';

/** Orders, codes, bookings, tickets, newsletters and agreements as services write them in other languages. */
export const foreignServices: readonly string[] = list(`
  {Vielen Dank|Danke} für {Ihre|deine} {Bestellung|Reservierung|Anmeldung}{, {name}|}! {Wir haben Ihre Bestellung {order} erhalten|Ihre Bestellung {order} wird nun bearbeitet|Sie erhalten eine E-Mail, sobald Ihre Ware versendet wurde|Ihre Buchung ist bestätigt}.
  {Bestellnummer|Rechnungsnummer|Kundennummer|Lieferadresse|Zahlungsart|Gesamtbetrag|Zwischensumme|Versandkosten|Artikel|Menge}: {{order}|{amount}|{name}|{number} Stück|Kreditkarte|Musterstraße {number}, Berlin}
  {Ihr|Dein} {Bestätigungscode|Anmeldecode|Sicherheitscode|Einmalcode} lautet {sixDigits}. {Geben Sie ihn {niemandem weiter|auf der Seite ein}|Er ist {number} Minuten gültig|Teilen Sie den Code mit niemandem}.
  {Sie haben|Jemand hat} {angefordert, Ihr Passwort zurückzusetzen|sich von einem neuen Gerät angemeldet}. {Klicken Sie auf den Link, um ein neues Passwort zu wählen|Falls Sie das nicht waren, ignorieren Sie diese E-Mail|Wenn Sie das waren, ist nichts weiter zu tun}.
  {Ihr|Das} {Paket|Sendung} {ist unterwegs|wurde zugestellt|kommt voraussichtlich am {Montag|Dienstag|14. März}}. {Verfolgen Sie Ihre Sendung hier|Sie können den Ablageort ändern|Bitte halten Sie den Abholcode bereit}.
  {Ihre|Die} {Rechnung|Mahnung|Gutschrift} {order} über {amount} {finden Sie im Anhang|ist fällig am {number}. April}. {Bitte überweisen Sie den Betrag {auf das unten genannte Konto|innerhalb von {number} Tagen}|Sollten Sie bereits gezahlt haben, betrachten Sie dieses Schreiben als gegenstandslos}.
  {Ihr Termin|Ihre Buchung|Ihr Tisch} am {Montag|{number}. Mai} um {number} Uhr {ist bestätigt|wurde storniert|wurde verschoben}. {Bitte seien Sie {number} Minuten früher da|Zum Absagen antworten Sie auf diese E-Mail}.
  {Bitte antworten Sie oberhalb dieser Zeile|Ihr Ticket {order} wurde aktualisiert|Ihre Anfrage {order} ist bei uns eingegangen}. {Antworten Sie auf diese E-Mail, um einen Kommentar hinzuzufügen|Wir melden uns innerhalb von {number} Stunden|}
  {Newsletter abbestellen|Im Browser ansehen|Jetzt {kaufen|entdecken|bewerten}|Zur Bestellung|Konto bestätigen}. {Sie erhalten diese E-Mail, weil Sie sich angemeldet haben|{number} Prozent Rabatt auf alles, nur bis {Sonntag|Freitag}|Diese E-Mail wurde automatisch erstellt}.
  {Der Auftragsverarbeiter|Die Vertragspartei|Der Kunde} {verarbeitet personenbezogene Daten nur auf dokumentierte Weisung des Verantwortlichen|verpflichtet sich zur Vertraulichkeit|kann den Vertrag mit einer Frist von {number} Monaten kündigen}.
  Merci pour votre {commande|réservation|inscription|achat}{, {name}|} ! {Nous avons bien reçu votre commande {order}|Votre commande est en cours de préparation|Vous recevrez un e-mail dès son expédition}.
  {Numéro de commande|Montant total|Adresse de livraison|Mode de paiement|Date|Quantité|Sous-total} : {{order}|{amount}|{name}|carte bancaire|{number} rue des Lilas, Lyon}
  {Votre code de {vérification|connexion|sécurité} est {sixDigits}|{sixDigits} est votre code}. {Ne le communiquez à personne|Il expire dans {number} minutes|Saisissez-le sur la page de connexion}.
  {Vous avez demandé|Une demande a été faite pour} {réinitialiser|à réinitialiser} votre mot de passe. {Cliquez sur le lien ci-dessous|Si vous n'êtes pas à l'origine de cette demande, ignorez ce message|Ce lien expire dans {number} heures}.
  {Votre colis|Votre commande} {a été expédié|est en cours de livraison|arrivera {lundi|le {number} mai}}. {Suivez-le ici|Choisissez un autre créneau|Présentez ce code au point relais}.
  {Votre facture|Un rappel pour la facture} {order} de {amount} {est disponible|est en pièce jointe|arrive à échéance}. {Merci de régler avant {vendredi|le {number}}|Si vous avez déjà payé, ne tenez pas compte de ce message}.
  {Votre rendez-vous|Votre réservation} du {lundi|{number} juin} à {number} h {est confirmé|a été annulé|a été modifié}. {Répondez à ce message pour annuler|Merci d'arriver {number} minutes avant|}
  {Répondez au-dessus de cette ligne|Votre demande {order} a été {mise à jour|résolue}|Se désinscrire|Voir dans le navigateur}. {Vous recevez cet e-mail car vous êtes inscrit|Notre équipe vous répondra sous {number} heures|}
  ¡{Gracias|Muchas gracias} por {tu|su} {compra|pedido|reserva}{, {name}|}! {Hemos recibido su pedido {order}|Tu pedido está en preparación|Le avisaremos cuando salga del almacén|Su reserva está confirmada}.
  {Número de pedido|Total|Dirección de envío|Método de pago|Fecha|Cantidad|Subtotal|Artículo}: {{order}|{amount}|{name}|tarjeta|{number} unidades|Calle Mayor {number}, Madrid}
  {Su|Tu} código de {verificación|acceso|seguridad} es {sixDigits}. {No lo comparta con nadie|Caduca en {number} minutos|Introdúcelo en la página}.
  {Hemos recibido una solicitud para|Has solicitado} {restablecer|cambiar} {tu|su} contraseña. {Haz clic en el enlace|Si no fuiste tú, ignora este mensaje|Si usted no hizo esta solicitud, no tiene que hacer nada|El enlace caduca en {number} horas}.
  {Tu paquete|Su envío} {ya está en camino|ha sido entregado|llegará el {lunes|martes|{number} de mayo}}. {Sigue tu envío aquí|Elija otra fecha de entrega|Muestre este código al repartidor}.
  {Su factura|El recibo} {order} por {amount} {está disponible|va adjunta|vence el {number}}. {Si ya ha pagado, ignore este aviso|Realice la transferencia a la cuenta indicada|}
  {Su cita|Tu reserva} para el {lunes|{number} de junio} a las {number} {está confirmada|ha sido cancelada|ha cambiado}. {Responda a este correo para cancelar|Llegue {number} minutos antes|}
  {Responda por encima de esta línea|Su solicitud {order} ha sido {actualizada|resuelta}|Darse de baja|Ver en el navegador}. {Recibe este correo porque está suscrito|Le responderemos en {number} horas|Este mensaje se ha enviado automáticamente}
  Grazie per {il tuo|il suo} {ordine|acquisto}{, {name}|}! {Abbiamo ricevuto il tuo ordine {order}|L'ordine è in preparazione|Ti avviseremo quando sarà spedito|La prenotazione è confermata}.
  {Numero ordine|Totale|Indirizzo di spedizione|Metodo di pagamento|Quantità|Articolo|Data}: {{order}|{amount}|{name}|carta di credito|{number} pezzi|Via Roma {number}, Milano}
  {Il tuo|Il suo} codice di {verifica|accesso|sicurezza} è {sixDigits}. {Non condividerlo con nessuno|Scade tra {number} minuti|Inseriscilo nella pagina}.
  {Hai richiesto|È stata richiesta} {di reimpostare la password|la modifica della password}. {Clicca sul link per sceglierne una nuova|Se non sei stato tu, ignora questa email|Il link scade tra {number} ore}.
  {Il tuo pacco|La spedizione} {è in viaggio|è stato consegnato|arriverà {lunedì|il {number} maggio}}. {Segui la spedizione qui|Mostra questo codice al corriere|}
  {La fattura|La ricevuta} {order} di {amount} è {disponibile|allegata|in scadenza}. {Se ha già pagato, ignori questo messaggio|Effettui il bonifico sul conto indicato|}
  {Rispondi sopra questa riga|La tua richiesta {order} è stata {aggiornata|chiusa}|Annulla iscrizione|L'appuntamento del {number} giugno è confermato}. {Ricevi questa email perché sei iscritto|Rispondi a questa email per aggiungere un commento|}
  Obrigado {pela sua compra|pelo seu pedido|pela reserva}{, {name}|}! {Recebemos o seu pedido {order}|O pedido está sendo preparado|Avisaremos quando for enviado}.
  {Número do pedido|Total|Endereço de entrega|Forma de pagamento|Quantidade|Data}: {{order}|{amount}|{name}|cartão|{number} unidades|Rua das Flores {number}}
  {Seu|O seu} código de {verificação|acesso|segurança} é {sixDigits}. {Não o compartilhe com ninguém|Ele expira em {number} minutos|Digite-o na página}.
  {Você solicitou|Recebemos um pedido para} {redefinir|alterar} a sua senha. {Clique no link abaixo|Se não foi você, ignore este e-mail|O link é válido por {number} horas}.
  {Sua encomenda|O seu pacote} {está a caminho|foi entregue|chega {segunda-feira|dia {number}}}. {Acompanhe aqui|Apresente este código|}{ A fatura {order} de {amount} está em anexo.|}
  {Responda acima desta linha|O seu chamado {order} foi {atualizado|encerrado}|Cancelar inscrição|A sua consulta no dia {number} está confirmada}. {Este é um e-mail automático|Responda a este e-mail para comentar|}
  Bedankt voor {je|uw} {bestelling|aankoop|reservering}{, {name}|}! {We hebben je bestelling {order} ontvangen|Je bestelling wordt klaargemaakt|Je krijgt een e-mail zodra het pakket onderweg is|Uw boeking is bevestigd}.
  {Bestelnummer|Totaal|Bezorgadres|Betaalmethode|Aantal|Artikel|Factuurnummer}: {{order}|{amount}|{name}|iDEAL|{number} stuks|Dorpsstraat {number}, Utrecht}
  {Je|Uw} {verificatiecode|inlogcode|beveiligingscode} is {sixDigits}. {Deel deze code met niemand|De code is {number} minuten geldig|Vul de code in op de pagina}.
  {Je hebt gevraagd|Er is gevraagd} om {je|uw} wachtwoord te {wijzigen|herstellen}. {Klik op de link hieronder|Was jij dit niet? Negeer dan deze e-mail|De link verloopt over {number} uur}.
  {Je pakket|De zending} {is onderweg|is bezorgd|komt {maandag|op {number} mei}}. {Volg je pakket hier|Laat deze code zien aan de bezorger|}{ De factuur {order} van {amount} vind je in de bijlage.|}
  {Reageer boven deze regel|Je aanvraag {order} is {bijgewerkt|gesloten}|Afmelden voor de nieuwsbrief|Je afspraak op {number} juni is bevestigd}. {Beantwoord deze e-mail om te reageren|Je krijgt deze e-mail omdat je bent aangemeld|}
  Dziękujemy za {zamówienie|zakupy|rezerwację}{, {name}|}! {Otrzymaliśmy zamówienie {order}|Zamówienie jest w przygotowaniu|Powiadomimy o wysyłce}. {Numer zamówienia: {order}|Do zapłaty: {amount}|}
  {Twój kod|Kod} {weryfikacyjny|logowania} to {sixDigits}. {Nie podawaj go nikomu|Kod wygaśnie za {number} minut}. {Jeśli to nie Ty, zignoruj tę wiadomość|Kliknij link, aby zresetować hasło|}
  {Paczka|Przesyłka} {jest w drodze|została doręczona|dotrze w {poniedziałek|piątek}}. {Faktura {order} na kwotę {amount} w załączniku|Śledź przesyłkę tutaj|Odpowiedz na tę wiadomość, aby dodać komentarz|}
  Спасибо за {ваш |}{заказ|покупку|бронирование}{, {name}|}! {Мы получили ваш заказ {order}|Заказ {order} собирается|Мы сообщим, когда заказ будет отправлен|Ваше бронирование подтверждено}.
  {Номер заказа|Сумма|Итого|Адрес доставки|Способ оплаты|Количество|Товар}: {{order}|{amount}|{name}|карта|{number} шт.|ул. Садовая, {number}}
  {Ваш код {подтверждения|для входа}|Код безопасности}: {sixDigits}. {Никому не сообщайте его|Код действует {number} минут|Введите его на странице входа}.
  {Вы запросили|Мы получили запрос на} {сброс|смену} пароля. {Перейдите по ссылке, чтобы задать новый пароль|Если это были не вы, проигнорируйте это письмо|Ссылка действует {number} часа}.
  {Ваша посылка|Заказ} {в пути|доставлен|прибудет {в понедельник|{number} мая}}. {Отследить посылку можно здесь|Назовите этот код курьеру|}{ Счёт {order} на сумму {amount} во вложении.|}
  {Пишите ответ выше этой строки|Ваше обращение {order} {обновлено|закрыто}|Отписаться от рассылки|Ваша запись на {number} июня подтверждена}. {Ответьте на это письмо, чтобы добавить комментарий|Это автоматическое сообщение|}
  {Siparişiniz|Rezervasyonunuz} için teşekkür ederiz{, {name}|}! {{order} numaralı siparişinizi aldık|Siparişiniz hazırlanıyor|Kargoya verildiğinde haber vereceğiz}. {Toplam: {amount}|Teslimat adresi: {name}|}
  {Doğrulama|Giriş|Güvenlik} kodunuz: {sixDigits}. {Kimseyle paylaşmayın|Kod {number} dakika geçerlidir|Kodu sayfaya girin}. {Bu işlemi siz yapmadıysanız bu e-postayı dikkate almayın|Şifrenizi sıfırlamak için bağlantıya tıklayın|}
  {Kargonuz|Paketiniz} {yola çıktı|teslim edildi|{pazartesi|salı} günü gelecek}. {Buradan takip edebilirsiniz|{order} numaralı faturanız ektedir|Yorum eklemek için bu e-postayı yanıtlayın|Abonelikten çık}
  Cảm ơn bạn đã {đặt hàng|mua sắm|đặt chỗ}{, {name}|}! {Chúng tôi đã nhận được đơn hàng {order}|Đơn hàng đang được chuẩn bị|Chúng tôi sẽ báo khi hàng được gửi}. {Tổng cộng: {amount}|}
  Mã {xác minh|đăng nhập|bảo mật} của bạn là {sixDigits}. {Không chia sẻ mã này với bất kỳ ai|Mã có hiệu lực trong {number} phút}. {Nếu không phải bạn, hãy bỏ qua email này|Nhấp vào liên kết để đặt lại mật khẩu|}
  {Gói hàng|Đơn hàng} của bạn {đang trên đường|đã được giao|sẽ đến vào thứ {hai|ba}}. {Theo dõi tại đây|Hóa đơn {order} được đính kèm|Trả lời email này để thêm bình luận|Hủy đăng ký}
  Terima kasih atas {pesanan|pembelian|reservasi} Anda{, {name}|}! {Kami telah menerima pesanan {order}|Pesanan sedang disiapkan|Kami akan memberi tahu saat dikirim}. {Total: {amount}|}
  Kode {verifikasi|masuk|keamanan} Anda adalah {sixDigits}. {Jangan bagikan kode ini kepada siapa pun|Berlaku selama {number} menit}. {Jika bukan Anda, abaikan email ini|Klik tautan untuk mengatur ulang kata sandi|}
  {Paket|Pesanan} Anda {sedang dalam perjalanan|telah tiba|akan tiba hari {Senin|Selasa}}. {Lacak di sini|Faktur {order} terlampir|Balas email ini untuk menambahkan komentar|Berhenti berlangganan}
  Salamat sa iyong {order|pagbili|reserbasyon}{, {name}|}! {Natanggap namin ang order {order}|Inihahanda na ang iyong order|Ipapaalam namin kapag naipadala na}. {Kabuuan: {amount}|}
  Ang iyong {verification|login|security} code ay {sixDigits}. {Huwag ibahagi kaninuman|May bisa ito ng {number} minuto}. {Kung hindi ikaw ito, balewalain ang email na ito|I-click ang link para palitan ang password|}
  感谢您的{订单|购买|预订}{，{name}|}！{我们已收到您的订单{order}|您的订单正在处理中|发货后我们会通知您|您的预订已确认}。
  {订单号|订单金额|收货地址|付款方式|数量|商品|合计}：{{order}|{amount}|{name}|信用卡|{number}件}
  您的{验证码|登录验证码|安全码}是{sixDigits}，{请勿告知他人|{number}分钟内有效|请在页面中输入}。{如非本人操作，请忽略本邮件|}
  {您申请了重置密码|我们收到了修改密码的请求}。{请点击下方链接设置新密码|链接将在{number}小时后失效|如果不是您本人，请联系客服}。
  您的{包裹|快递}{已发出|已签收|预计周{一|三}送达}。{请凭取件码{sixDigits}领取|点击此处查看物流|发票{order}见附件|回复此邮件即可添加评论|退订}。
  ご{注文|購入|予約}いただきありがとうございます。{ご注文{order}を承りました|商品の発送準備をしております|発送が完了しましたらお知らせいたします|ご予約が確定しました}。
  {ご注文番号|お支払い金額|お届け先|お支払い方法|数量|商品名|合計}：{{order}|{amount}|{name}様|クレジットカード|{number}点}
  {認証コード|ログインコード|確認コード}は{sixDigits}です。{他の人に教えないでください|有効期限は{number}分です|画面に入力してください}。{お心当たりのない場合はこのメールを破棄してください|}
  パスワードの{再設定|変更}を受け付けました。{下記のリンクから新しいパスワードを設定してください|リンクの有効期限は{number}時間です|心当たりがない場合は無視してください}。
  {お荷物|商品}は{発送済み|配達完了|{月曜日|{number}日}にお届け予定}です。{配送状況はこちらからご確認ください|請求書{order}を添付いたします|このメールに返信してコメントできます|配信停止はこちら}。
  {주문|구매|예약}해 주셔서 감사합니다{, {name}님|}! {주문 {order}이 접수되었습니다|상품을 준비하고 있습니다|발송되면 알려 드리겠습니다|예약이 확정되었습니다}.
  {인증 번호|로그인 코드|보안 코드}는 {sixDigits}입니다. {다른 사람에게 알려주지 마세요|{number}분 동안 유효합니다}. {본인이 요청하지 않았다면 이 메일을 무시하세요|링크를 눌러 비밀번호를 재설정하세요|}
  {택배|상품}{가 발송되었습니다|가 배송 완료되었습니다|는 {월요일|화요일}에 도착합니다}. {배송 조회는 여기|청구서 {order}를 첨부합니다|이 메일에 답장하여 의견을 남기세요|수신 거부}
  شكرا على {طلبك|شرائك|حجزك}{، {name}|}! {لقد استلمنا طلبك {order}|طلبك قيد التحضير|سنخبرك عند الشحن|تم تأكيد حجزك}. {المجموع: {amount}|}
  رمز {التحقق|الدخول|الأمان} الخاص بك هو {sixDigits}. {لا تشاركه مع أحد|صالح لمدة {number} دقيقة}. {إذا لم تطلب ذلك، تجاهل هذه الرسالة|اضغط على الرابط لإعادة تعيين كلمة المرور|}
  {شحنتك|طردك} {في الطريق|تم تسليمه|سيصل يوم الاثنين}. {تتبع الشحنة هنا|الفاتورة {order} مرفقة|يمكنك الرد على هذه الرسالة لإضافة تعليق|إلغاء الاشتراك}
  आपके {ऑर्डर|खरीदारी|बुकिंग} के लिए धन्यवाद{, {name}|}! {हमें आपका ऑर्डर {order} मिल गया है|आपका ऑर्डर तैयार किया जा रहा है|भेजे जाने पर हम आपको सूचित करेंगे}। {कुल: {amount}|}
  आपका {सत्यापन|लॉगिन|सुरक्षा} कोड {sixDigits} है। {इसे किसी के साथ साझा न करें|यह {number} मिनट तक मान्य है}। {यदि यह आप नहीं थे, तो इस ईमेल को अनदेखा करें|पासवर्ड रीसेट करने के लिए लिंक पर क्लिक करें|}
  आपका {पैकेज|पार्सल} {रास्ते में है|पहुँच गया है|सोमवार को पहुँचेगा}। {यहाँ ट्रैक करें|चालान {order} संलग्न है|टिप्पणी जोड़ने के लिए इस ईमेल का उत्तर दें|सदस्यता समाप्त करें}
  আপনার {অর্ডার|বুকিং|কেনাকাটা}র জন্য ধন্যবাদ{, {name}|}! {আমরা আপনার অর্ডার {order} পেয়েছি|আপনার অর্ডার প্রস্তুত হচ্ছে|পাঠানো হলে জানানো হবে}। {মোট: {amount}|}
  আপনার {যাচাইকরণ|লগইন|নিরাপত্তা} কোড {sixDigits}। {এটি কারো সাথে শেয়ার করবেন না|{number} মিনিটের জন্য বৈধ}। {আপনি অনুরোধ না করলে এই ইমেল উপেক্ষা করুন|পাসওয়ার্ড রিসেট করতে লিঙ্কে ক্লিক করুন|}
  ขอบคุณสำหรับ{คำสั่งซื้อ|การจอง|การสั่งซื้อ}{ คุณ{name}|} {เราได้รับคำสั่งซื้อ {order} แล้ว|กำลังเตรียมสินค้า|เราจะแจ้งเมื่อจัดส่ง} {ยอดรวม {amount}|}
  รหัส{ยืนยัน|เข้าสู่ระบบ|ความปลอดภัย}ของคุณคือ {sixDigits} {อย่าบอกรหัสนี้กับผู้ใด|ใช้ได้ภายใน {number} นาที} {หากคุณไม่ได้ร้องขอ โปรดละเว้นอีเมลนี้|คลิกลิงก์เพื่อตั้งรหัสผ่านใหม่|}
  Tack för din {beställning|bokning}! {Vi har tagit emot order {order}|Din kod är {sixDigits}, dela den inte med någon|Paketet är på väg|Fakturan {order} bifogas}. {Svara ovanför den här raden|Om du inte begärde detta kan du bortse från mejlet|}
  Tak for din {bestilling|ordre}! {Vi har modtaget ordre {order}|Din kode er {sixDigits}|Pakken er på vej|Fakturaen er vedhæftet}. {Hvis du ikke har bedt om dette, kan du se bort fra mailen|Del ikke koden med nogen|}
  Děkujeme za {objednávku|rezervaci}! {Přijali jsme objednávku {order}|Váš kód je {sixDigits}|Zásilka je na cestě|Faktura {order} je v příloze}. {Pokud jste o to nežádali, ignorujte tuto zprávu|Kód nikomu nesdělujte|}
  Kiitos {tilauksestasi|varauksestasi}! {Olemme vastaanottaneet tilauksen {order}|Koodisi on {sixDigits}|Paketti on matkalla}. {Älä jaa koodia muille|Jos et pyytänyt tätä, voit jättää viestin huomiotta|}
  Ευχαριστούμε για την {παραγγελία|κράτηση} σας! {Λάβαμε την παραγγελία {order}|Ο κωδικός σας είναι {sixDigits}|Το δέμα είναι καθ' οδόν}. {Μην τον μοιραστείτε με κανέναν|Αν δεν το ζητήσατε εσείς, αγνοήστε αυτό το μήνυμα|}
  Дякуємо за {замовлення|бронювання}! {Ми отримали замовлення {order}|Ваш код {sixDigits}|Посилка вже в дорозі}. {Нікому його не повідомляйте|Якщо це були не ви, проігноруйте цей лист|}
  Vă mulțumim pentru {comandă|rezervare}! {Am primit comanda {order}|Codul dvs. este {sixDigits}|Coletul este pe drum}. {Nu îl comunicați nimănui|Dacă nu ați cerut acest lucru, ignorați mesajul|}`);
