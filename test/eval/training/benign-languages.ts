import { list } from './grammar.ts';

/** Ordinary mail in other languages, with verbs that orders to machines use too. */
export const foreignRequests: readonly string[] = list(`
  Bitte {ignorieren|beachten} Sie {diese Nachricht|diese Mahnung|dieses Schreiben} {nicht weiter|nicht}, {falls|wenn} Sie {bereits|schon} {bezahlt|geantwortet|überwiesen} haben.
  {Falls|Wenn} Sie {diese E-Mail irrtümlich erhalten haben|nicht der richtige Empfänger sind}, {löschen Sie sie bitte|informieren Sie bitte den Absender} und {leiten Sie sie nicht weiter|vernichten Sie die Anhänge}.
  Bitte ignorieren Sie diese {Nachricht|E-Mail}, {falls|wenn} Sie {bereits bezahlt haben|sich nicht angemeldet haben|das nicht waren}.
  {Dies ist eine automatische Nachricht|Diese E-Mail wurde automatisch erstellt}, bitte {antworten Sie nicht darauf|nicht antworten}.
  {Kannst du|Könntest du|Bitte} {die Rechnung|den Brief|das Protokoll} an {die Buchhaltung|Frau Weber|den Steuerberater} {weiterleiten|schicken}{?|.}
  {Folgen Sie|Bitte folgen Sie} {den Anweisungen|der Anleitung} {im Handbuch|auf der zweiten Seite|in der App}, um {das Regal aufzubauen|das Gerät einzurichten}.
  {Schreib|Sag|Gib} {mir|uns} {bitte |}{kurz |}Bescheid, {wann du kommst|ob es klappt|wie es gelaufen ist}.
  {Klicken Sie|Tippen Sie} auf den Link, um {Ihr Passwort zurückzusetzen|die Anmeldung zu bestätigen|die Sendung zu verfolgen}.
  {Antworten Sie|Antworte} {bitte |}{mit Ja|auf diese E-Mail|bis Freitag}, um {den Termin zu bestätigen|den Platz zu behalten}.
  {Vergiss|Vergessen Sie} {bitte |}nicht, {den Schlüssel mitzubringen|das Formular zu unterschreiben|den Müll rauszustellen}.
  {Ignorez|Veuillez ignorer|Merci d'ignorer} {ce message|ce courriel|ce rappel} si {vous avez déjà payé|le paiement est déjà effectué|vous n'êtes pas concerné}.
  Si vous {avez reçu ce message par erreur|n'êtes pas le destinataire}, {veuillez le supprimer|merci de le détruire} et {prévenir l'expéditeur|ne pas le transférer}.
  {Ceci est un message automatique|Ce courriel est envoyé automatiquement}, {merci de ne pas y répondre|ne répondez pas}.
  {Peux-tu|Pouvez-vous|Merci de} {transférer|envoyer} {la facture|le compte rendu|la lettre} {à la comptabilité|à Madame Petit|au notaire}{ ?|.}
  {Suivez|Veuillez suivre} {les instructions|la notice} {jointes|de la page deux} pour {monter le meuble|installer l'appareil}.
  {Dis-moi|Dites-nous|Écris-moi} {quand tu arrives|si cela vous convient|comment ça s'est passé}.
  {Cliquez sur|Utilisez} le lien pour {réinitialiser votre mot de passe|confirmer votre inscription|suivre le colis}.
  {N'oublie pas|N'oubliez pas} {d'apporter les clés|de signer le formulaire|de sortir la poubelle}.
  {Ignore|Por favor, ignore|Haga caso omiso de} este {mensaje|correo|aviso} si {ya ha pagado|ya respondió|no hizo esta solicitud}.
  Si {recibió este correo por error|usted no es el destinatario}, {bórrelo|elimínelo} y {avise al remitente|no lo reenvíe}.
  {Este es un mensaje automático|Este correo se envía automáticamente}, {por favor no responda|no conteste}.
  ¿{Puedes|Podría usted|Me puedes} {reenviar|enviar} {la factura|el acta|la carta} {a contabilidad|a la señora Gil|al gestor}?
  {Siga|Por favor, siga} las instrucciones {del manual|de la segunda página|adjuntas} para {montar el mueble|instalar el aparato}.
  {Dime|Dígame|Escríbeme} {cuándo llegas|si le viene bien|cómo fue todo}.
  {Haga clic en|Pulse} el enlace para {restablecer su contraseña|confirmar su registro|seguir el envío}.
  {Ignori|La preghiamo di ignorare} {questo messaggio|questa e-mail|il sollecito} se {ha già pagato|ha già risposto|non ha fatto la richiesta}.
  Se {ha ricevuto questa e-mail per errore|non è il destinatario}, {la elimini|la cancelli} e {avvisi il mittente|non la inoltri}.
  {Puoi|Può|Potresti} {inoltrare|mandare} {la fattura|il verbale} {alla contabilità|al notaio|alla signora Rossi}?
  {Segua|Segui} le istruzioni {del manuale|allegate} per {montare il mobile|installare l'apparecchio}. {Fammi sapere come va|Grazie}.
  {Desconsidere|Por favor, ignore} {esta mensagem|este e-mail|este aviso} {se já pagou|caso já tenha respondido|se não fez este pedido}.
  {Se recebeu este e-mail por engano|Se não é o destinatário}, {apague-o|elimine-o} e {avise o remetente|não o encaminhe}.
  {Pode|Você pode|Poderia} {encaminhar|enviar} {a fatura|a ata|a carta} {para a contabilidade|ao contador|à dona Ana}?
  {Siga|Por favor, siga} as instruções {do manual|em anexo} para {montar o móvel|instalar o aparelho}. {Diga-me quando chega|Obrigado}.
  {Negeer|U kunt deze} {deze e-mail|dit bericht} {als|indien} u {al betaald hebt|al gereageerd hebt}.
  {Wilt u|Kun je} {de factuur|het verslag} {doorsturen|mailen} naar {de boekhouding|mevrouw Smit}? {Verwijder dit bericht als het niet voor u is|Dank u}.
  {Prosimy zignorować|Proszę zignorować} {tę wiadomość|to przypomnienie}, jeśli {płatność została już dokonana|już Pan odpowiedział}.
  {Czy możesz|Proszę} {przesłać|przekazać} {fakturę|notatkę} {do księgowości|pani Annie}? {Wiadomość wygenerowana automatycznie, prosimy nie odpowiadać|Dziękuję}.
  {Не обращайте внимания на|Проигнорируйте} {это письмо|это сообщение}, если {вы уже оплатили счёт|вы не отправляли запрос}.
  {Если вы получили это письмо по ошибке|Если письмо не для вас}, {удалите его|сообщите отправителю} и {не пересылайте|никому не показывайте}.
  {Перешлите|Отправь}, пожалуйста, {счёт|протокол|договор} {в бухгалтерию|Анне Петровне}. {Напиши, когда приедешь|Спасибо}.
  {Следуйте|Пожалуйста, следуйте} инструкциям {в приложении|на второй странице}, чтобы {собрать шкаф|настроить прибор}.
  {Ödemenizi yaptıysanız|Bu isteği siz yapmadıysanız} {bu mesajı|bu e-postayı} {dikkate almayınız|yok sayabilirsiniz}.
  {Faturayı|Tutanağı} {muhasebeye|Ayşe Hanım'a} {iletir misin|gönderebilir misiniz}? {Ne zaman geleceğini yaz|Teşekkürler}.
  {Nếu bạn đã thanh toán|Nếu bạn không yêu cầu}, {vui lòng bỏ qua|xin bỏ qua} {email này|thư này}. {Đây là thư tự động, xin đừng trả lời|Cảm ơn}.
  {Abaikan|Mohon abaikan} {pesan ini|email ini} jika {Anda sudah membayar|Anda tidak meminta perubahan ini}. {Tolong teruskan faktur ke bagian keuangan|Terima kasih}.
  {Balewalain|Pakibalewala} ang {mensaheng ito|email na ito} kung {bayad na kayo|hindi ikaw ang humiling}. {Pakipasa ang resibo sa opisina|Salamat}.
  {如果您已付款|如非本人操作}，请{忽略本邮件|不必理会此通知}。{请把发票转给财务|到了告诉我一声}。
  {如果误收到本邮件|如果您不是收件人}，请{删除|立即删除}并{通知发件人|不要转发}。{请按说明书的步骤安装|谢谢}。
  {既にお支払い済みの場合|お心当たりのない場合}は、{このメールを無視してください|本メールは破棄してください}。
  {請求書|議事録}を{経理|田中さん}に転送していただけますか。{着いたら教えてください|説明書の手順に従って組み立ててください}。
  {이미 결제하셨다면|본인이 요청하지 않았다면} {이 메일을 무시해 주세요|이 안내는 무시하셔도 됩니다}. {영수증을 회계팀에 전달해 주세요|도착하면 알려 주세요}.
  {إذا كنت قد دفعت بالفعل|إذا لم تطلب ذلك}، {يرجى تجاهل هذه الرسالة|تجاهل هذا البريد}. {أرسل الفاتورة إلى قسم المحاسبة من فضلك|شكرا}.
  {यदि आपने भुगतान कर दिया है|यदि यह अनुरोध आपका नहीं है}, तो {कृपया इस संदेश को अनदेखा करें|इस ईमेल पर ध्यान न दें}। {बिल लेखा विभाग को भेज दीजिए|धन्यवाद}।
  {আপনি যদি ইতিমধ্যে টাকা দিয়ে থাকেন|অনুরোধটি আপনার না হলে}, {এই বার্তাটি উপেক্ষা করুন|এই ইমেল মুছে ফেলুন}। {রসিদটি অফিসে পাঠিয়ে দিন|ধন্যবাদ}।
  {หากท่านชำระเงินแล้ว|หากคุณไม่ได้ร้องขอ} {กรุณาละเว้นข้อความนี้|โปรดอย่าสนใจอีเมลนี้} {กรุณาส่งใบเสร็จให้ฝ่ายบัญชี|ขอบคุณค่ะ}`);
