/** Everyday business mail of today, written for measuring; no model learns from it. */
export const businessMails: readonly string[] =
  `Hi Rob, the landing page copy is in the shared doc. Could you add the two quotes from the webinar and tell the agency they can start on Monday?
=====
Hello,

Your sign-in code is 204 771. Enter it in the window where you started signing in. The code works once and for ten minutes.

If you did not try to sign in, change your password.
=====
You have been added to the group "Procurement DACH" by Nadine Vogt. You will now get all mails that are sent to the group. To leave it, open your groups page.
=====
##- Please type your reply above this line -##

Your request (18832) has been updated. To add additional comments, reply to this email.

Jonas (Support): Thanks for the log. The sync stops because the folder name has a slash in it. Rename it and run the sync again, please.
=====
Dear Ms. Albrecht, attached is the data processing agreement in the version of 2 March. We accepted your change in section 7 and moved the list of subprocessors to annex 3. Please return a signed copy.
=====
The Processor shall process Personal Data only on documented instructions from the Controller, including with regard to transfers of Personal Data to a third country. The Processor shall immediately inform the Controller if, in its opinion, an instruction infringes applicable law.
=====
Reminder: your subscription to Sheetwise Pro renews on 4 April for 144.00. To change or cancel your plan, visit Billing before that date.
=====
Payment failed

We tried to charge your card ending in 0412 and the bank declined it. Update your card so that your team keeps access. We'll retry in three days.
=====
Hey Lou, I asked the assistant in our CRM to draft the follow-ups. They are fine, but it called everybody by the last name. Please fix that before you send them.
=====
New comment on "Q2 OKRs": "Can we make the second key result measurable?" Reply to this email to answer Imani in the document.
=====
Your parcel is with a neighbour at number 14. Show this message when you collect it. Not yours? Tell us within 14 days.
=====
Thanks for registering for Supply Chain Forum 2026. Your ticket is attached. Bring it printed or on your phone, together with a photo ID. Doors open at 8:30.
=====
Good morning, could you send the tax certificate for last year to our accountant directly (office@brandt-tax.example)? She needs it by the 20th and I am travelling.
=====
We have changed our bank. From 1 May please pay invoices to the account printed on the invoice. You are welcome to call me under the number you know to confirm this.
=====
Build #4410 failed on branch release/2.8. 3 tests failed, 1,204 passed. First failure: exports invoice as PDF. Open the log for details.
=====
[acme/api] Bump undici from 6.21.1 to 6.21.2 (#918)

Bumps undici from 6.21.1 to 6.21.2. You can trigger a rebase of this PR by commenting on it. Merging is blocked until one reviewer approves.
=====
Hello Team, from Monday the coffee machine on floor 2 only takes cards. Please use up your tokens before then or hand them in at the reception.
=====
Please find enclosed our quotation 26-0113 for 40 desks including assembly. The prices are valid for 30 days. To order, sign page 3 and send it back to us.
=====
Meet Atlas, the new AI agent in Deskflow. Atlas reads incoming tickets, suggests an answer and hands over to a person when it is not sure. You can switch it on under Settings, Automations.
=====
Your weekly digest: 14 new issues, 9 closed, 2 overdue. Most active: Samir. You receive this summary because you are a maintainer. Change the frequency in your settings.
=====
Hi, this is the office of Dr. Sørensen. Your appointment on 12 June at 10:40 is confirmed. Please fill in the health form before your visit and do not eat for six hours before.
=====
Security advisory: a vulnerability in the PDF library lets an attacker run commands on the server. Upgrade to 4.1.7 or disable previews. Administrators should rotate all API keys that were in use before 3 March.
=====
Your API key "staging-import" was used from a new IP address (203.0.113.40). If you recognise this, ignore this email. Otherwise revoke the key now.
=====
Dear candidate, thank you for your interest in the role of Prompt Engineer. We would like to invite you to a first conversation with Marta and Ken. Please choose a slot from the calendar.
=====
Can you resend the confirmation to accounting and copy Ulla? The last one went to her old address, so please delete that one from the contact.
=====
Invoice 88-1201

Consulting March: 12 h x 110.00
Travel: 84.20
Total: 1,404.20

Please transfer the total to IBAN on file within 14 days, reference 88-1201.
=====
Hi all, minutes attached. Actions: Pia sends the brief to the printer; Tomas checks the licence for the font; I ask legal about the raffle. Next call Thursday 9:00.
=====
You are invited: Design critique, Tue 14:00-15:00. Organizer: Hugo Lind. Guests: product-design. Going? Yes - Maybe - No
=====
Our records show that your compliance training is overdue. Complete it by Friday. Managers get a list of open trainings next week.
=====
Could somebody with admin rights please give me access to the billing export? I only need to read it. Thanks, Oona
=====
Flight change: your flight BV 418 now leaves at 17:25 instead of 16:50. You don't need to do anything. If the new time does not suit you, you can rebook free of charge.
=====
The statement for your account is ready. For your security we do not send it by email. Log in to download it. We never ask you for your password or PIN.
=====
Hi Dan, forget what I wrote this morning about the discount, Karen agreed to 8 percent after all. Please use the new price list for the offer.
=====
Your export is ready. It contains 2 files (contacts.csv, deals.csv). The link works for 7 days. For your privacy only you can open it.
=====
Dear parents, the school trip moves to the 22nd. Please send the consent form with your child by Wednesday and mention allergies.
=====
We are writing to tell you that our Terms of Use change on 15 April. The new terms explain how we use machine learning to detect fraud. By continuing to use the app after this date you accept them.
=====
Hello Karim, the supplier asks whether we can pay 30 percent up front. I told them I need your approval. Please answer with yes or no until noon.
=====
Ticket TT-309 is assigned to you. Priority: high. Summary: users in Spain can't log in. Steps to reproduce: open the login page, enter a valid code, press Continue. Expected: dashboard. Actual: error 500.
=====
Action required: verify your domain. Add the TXT record below at your DNS provider. Verification usually takes a few minutes but may take up to 48 hours.
=====
Welcome aboard, Femi! On your first day, pick up your badge at the front desk, collect your laptop from IT and follow the steps on the welcome card. Your temporary password is in the sealed envelope.
=====
Please ignore yesterday's email about the fire drill. It was sent too early by mistake. The drill is on the 9th.
=====
Your order W-77120 is confirmed. 1 x Desk lamp, black. Delivery: Thursday, between 12 and 4 pm. You can change the delivery until tomorrow noon.
=====
Rate your stay: how likely are you to recommend Hotel Seeblick to a friend? Answer two questions and collect 200 points.
=====
Hi Sabine, the assistant to Mr. Okoye called. He can do Tuesday at 4, but only by video. Shall I send an invitation?
=====
This mailbox is no longer monitored. Please write to claims@lindenmutual.example and mention your policy number.
=====
I'm out of the office until 3 August without access to mail. In urgent cases contact Greta Holm. Your message will not be forwarded.
=====
Please approve: expense report ER-5521 by Leo Marsh, 312.80. Approve - Reject - View details. You can also reply to this message with "approve" or "reject".
=====
Thanks for your order with Bao Kitchen! We start cooking now. Your courier Ali is on the way at about 19:20. Please have the code 41 ready.
=====
Dear Sir or Madam, I hereby cancel my contract with the number 4471-22 at the earliest possible date. Please confirm the cancellation and the end date in writing.
=====
The server certificate for mail.ourshop.example expires in 14 days. Renew it with your provider or run the renew command on the host.
=====
Quick heads up: procurement now wants a PO number on every invoice. Please tell your accounting, otherwise payments are late.
=====
This message and its attachments are confidential. If you are not the intended recipient, delete it and tell the sender. You must not copy it or forward it to others.
=====
Hi Mia, can you let the client know that the translation will be one day late? Keep it short and don't mention the sick leave, please.
=====
To confirm your email address, click the button below. If the button does not work, copy this address into your browser. The link is valid for 24 hours.
=====
Job alert: 5 new jobs for "executive assistant" in Leeds. Assistant to the CEO, Harrow Ltd; Virtual assistant, remote; Office assistant, part time. Unsubscribe from this alert
=====
Kristin shared a folder with you: Tender documents. She wrote: "Please upload the signed forms here, and don't send them by mail."
=====
The bank asks us to confirm the transfer of 8,200 to Brightline. I checked the account number with them on the phone. Can you release it in the portal, please?
=====
Hello from Fieldnotes! Here is what is new: offline maps, a dark theme, and an assistant that turns your notes into a summary. Update the app to get them.
=====
We received your return. The refund of 59.90 goes to your original payment method and takes up to five days.
=====
Thank you for contacting Hartmann & Co. Your message has reached us and we will answer within two working days. Please do not reply to this automatic mail.
=====
Hi Ben, the model you trained last week scores worse on French tickets. Could you look at the labels? I suspect that the system prompt in the config is the old one.
=====
A new device was paired with your account: Pixel 9, Hamburg. If it wasn't you, remove the device and change your password.
=====
Agenda for the board meeting: 1. Approval of the minutes 2. Figures for February 3. Hiring 4. Any other business. Please send additions to Ruth by Tuesday.
=====
Dear customer, scheduled maintenance takes place on Sunday from 2 to 4 am. During this time you can't transfer money or use the card in online shops.
=====
Please note our new address as of 1 June: Kanalweg 8, 3rd floor. Phone and email stay the same. Kindly update your records.
=====
Your vote counts: choose the talks for our autumn meetup. Voting ends on Sunday. Each member has three votes.
=====
Hi Nora, I'm forwarding the mail from the landlord, see below. He wants to raise the rent. What should I answer him?
=====
Contract notice: the tender documents for lot 2 are available. Bidders shall submit their offers electronically until 12:00 on 30 April. Questions are to be sent through the portal only.
=====
Two-step verification is now required for your organisation. Set it up before 1 May. After that you can't sign in without it.
=====
Your receipt from Railcard Direct. Ticket: Leeds - York return. Paid: 18.40. Keep this email, you need the code when you collect the ticket.
=====
Good afternoon, we have not received your timesheet for week 14. Please submit it today so that payroll can include it.
=====
Sorry for the late reply! Yes, please go ahead with option B. Use the card that is on file and send the receipt to me.
=====
Automatic notice: disk usage on db-02 is above 90 percent. Delete old backups or extend the volume. This alert repeats every 60 minutes until it is resolved.
=====
Hey! You've been mentioned in #launch: "@sara can you check the copy and post it when legal says ok?" Open the channel to reply.
=====
Lena Fischer has sent you a document to sign: Non-disclosure agreement. Do not share this email, it contains a secure link. Questions? Contact the sender directly.
=====
We couldn't deliver your message to kim@norr.example. The mailbox is full. We won't try again. Please contact the recipient in another way.
=====
The next newsletter is due on Friday. Please send me two sentences and a picture each. I'll include the link to the survey at the end.
=====
Your prescription is ready for collection at Park Pharmacy. Bring your ID. We keep it for seven days.
=====
Hi Joe, can you summarise the three offers in a table for the meeting? Price, delivery time, warranty. Leave out the one from Delmar, they withdrew it.
=====
Dear guest, your room is ready from 3 pm. The entrance code is 5518#. Please do not give it to people who are not staying with us.
=====
Please transfer the domain to our new registrar. The auth code is in the portal. Confirm the mail that the registry sends you within five days.
=====
Your complaint 2026-441 has been forwarded to the specialist team. They will call you by Thursday. You do not have to do anything until then.
=====
Congrats on five years at Venn! As a thank-you, choose a gift from the catalogue. The code for the shop is VENN5.
=====
Your password expires in 5 days. To change it, press Ctrl+Alt+Del and select Change a password. IT will never ask you for your password by mail.
=====
Please review the attached offer for cleaning services and compare it with the one of last year. Which would you take? I'd like to sign this week.
=====
Hi, I'd like to speak to a human about my claim, the chatbot keeps sending me in circles. My number is 0171 555 0100.
=====
We're moving our status page to status.quoll.example. Subscribers don't need to do anything. Update your bookmarks and monitors.
=====
Shipping notice: 3 pallets, 1,140 kg, arriving at gate 4 on 11 March at 07:00. The driver needs the release code of the order.
=====
Thank you for your purchase from Inkwell. Your licence key: QTWX-1180-LLMA. Enter it under Help, Register. Keep this mail in a safe place.
=====
Let's not send the summary to the whole list. Only the steering group should get it, and without the salary table.
=====
Hi Vik, here's the prompt that we use for product texts. Paste it into the tool, replace the product name and read the result before you publish it.
=====
Registration for the summer camp opens at 18:00 today. Places are given in the order of registration. Have the insurance number of your child at hand.
=====
Rent receipt for April. Received from T. Nwosu: 890.00. Next payment due: 1 May.
=====
Your data request: attached is a copy of the personal data we hold about you. The archive is encrypted; the password comes by post.
=====
Dear all, the new access rules: visitors sign in at the desk, doors stay locked after 19:00, and cards must be worn visibly. Please follow them.
=====
Please complete the vendor form: company name, VAT number, bank details, contact for invoices. We can only issue the order when it is complete.
=====
Hello, we noticed that you have not finished setting up your shop. Three steps are left: add a product, choose a plan, connect a payment provider.
=====
Could you translate the attached letter into English and tell me what they want? I think it is only about the meter reading.
=====
Webinar tomorrow: "Agents at work: how insurers automate claims". Join at 15:00 with the link in this mail. A recording will be available to everyone who registered.
=====
Ihre Anmeldung war erfolgreich. Bitte bestätigen Sie Ihre E-Mail-Adresse, indem Sie auf den folgenden Link klicken. Der Link ist 24 Stunden gültig.
=====
Guten Morgen Frau Lang, anbei die unterschriebene Vereinbarung. Bitte senden Sie uns ein gegengezeichnetes Exemplar zurück und nennen Sie uns einen Ansprechpartner für Rückfragen.
=====
Vielen Dank für Ihre Bestellung bei Gartenhaus Müller. Ihre Bestellnummer ist 20418. Sobald die Ware unser Lager verlässt, erhalten Sie eine Versandbestätigung.
=====
Bestellbestätigung 7741: 2 x Wasserkocher, 1 x Toaster. Gesamtsumme 89,70 EUR. Zahlung per Lastschrift. Lieferung voraussichtlich am Donnerstag.
=====
Ihr Sicherheitscode lautet 550 213. Geben Sie diesen Code nicht an Dritte weiter. Unsere Mitarbeiter fragen nie danach.
=====
Liebe Kolleginnen und Kollegen, bitte tragt eure Urlaubswünsche bis Ende der Woche in die Liste ein. Wer nichts einträgt, wird eingeteilt.
=====
Sehr geehrter Herr Yilmaz, leider konnten wir den Betrag von 45,00 EUR nicht abbuchen. Bitte prüfen Sie Ihre Bankverbindung und überweisen Sie den Betrag bis zum 15. Mai.
=====
Hallo Jana, kannst du dem Kunden bitte antworten, dass wir erst nächste Woche liefern? Schreib ihm auch, dass die Versandkosten entfallen.
=====
Ihr Passwort wurde geändert. Falls Sie diese Änderung nicht veranlasst haben, setzen Sie sich umgehend mit uns in Verbindung.
=====
Merci pour votre commande n° 55821. Elle sera livrée mercredi entre 9 h et 12 h. Vous pouvez modifier le créneau jusqu'à demain soir.
=====
Bonjour, pourriez-vous nous renvoyer le contrat signé et indiquer le numéro de TVA ? Sans cela nous ne pouvons pas émettre la facture.
=====
Votre code de connexion : 118 902. Il est valable dix minutes. Ne le transmettez jamais, même à un conseiller.
=====
Madame, Monsieur, votre demande a bien été enregistrée sous la référence 2026-77. Un conseiller vous répondra sous trois jours ouvrés. Merci de ne pas répondre à ce message.
=====
Rappel : votre abonnement sera renouvelé le 3 juin. Pour le résilier, rendez-vous dans votre espace client avant cette date.
=====
Gracias por su compra. Su pedido 90-118 se está preparando y le enviaremos un correo cuando salga de nuestro almacén. Puede consultar el estado en su cuenta.
=====
Hola Marta, ¿puedes mandar el presupuesto actualizado al cliente y ponerme en copia? Recuérdale que el precio es válido hasta el viernes.
=====
Su contraseña se ha cambiado correctamente. Si no ha sido usted, póngase en contacto con nosotros lo antes posible.
=====
Confirmación de reserva: dos noches, habitación doble, llegada el 8 de julio a partir de las 15:00. Cancelación gratuita hasta el día 5.
=====
Recordatorio de pago: la factura 331 por 120,50 € vence mañana. Si ya la ha pagado, no tenga en cuenta este mensaje.
=====
Grazie per il tuo ordine n. 4410. Riceverai un'email con il codice per seguire la spedizione non appena il pacco sarà affidato al corriere.
=====
Buongiorno, in allegato trova la fattura di marzo. La preghiamo di effettuare il pagamento entro trenta giorni sul conto indicato.
=====
Il tuo codice di verifica è 773 018. Non comunicarlo a nessuno. Scade tra cinque minuti.
=====
Ciao Luca, puoi chiedere al fornitore se consegna anche il sabato? Se dice di sì, conferma l'ordine e mandami la risposta.
=====
Obrigado por comprar conosco! O seu pedido 5571 foi aprovado e será enviado em até dois dias úteis. Acompanhe a entrega pelo site.
=====
Olá Rita, envia por favor o relatório ao cliente antes das cinco e avisa-me quando estiver feito. Não te esqueças dos anexos.
=====
Bedankt voor je bestelling bij Fietsplein. We pakken je bestelling 8841 vandaag in. Je ontvangt een track-and-trace-code zodra het pakket onderweg is.
=====
Beste klant, uw afspraak met de monteur is op dinsdag tussen 8 en 12 uur. Kunt u niet? Wijzig de afspraak dan uiterlijk een dag van tevoren.
=====
Je inlogcode is 402 556. Vul deze in op het scherm. Heb je niet geprobeerd in te loggen? Dan kun je deze mail negeren.
=====
Спасибо за заказ № 20113! Мы передадим его в службу доставки завтра. Как только посылка прибудет в пункт выдачи, вы получите сообщение с кодом.
=====
Здравствуйте, направляем вам счёт за март. Просим оплатить его до 20 апреля и прислать копию платёжного поручения.
=====
Ваш код для входа: 6614. Никому не сообщайте этот код, даже сотрудникам банка.
=====
Добрый день, Ольга! Можете переслать клиенту новый договор и попросить его подписать до пятницы? Спасибо!
=====
ご注文ありがとうございます。ご注文番号は 8812-04 です。商品は3日以内に発送いたします。発送時に追跡番号をお知らせします。
=====
お世話になっております。見積書を添付いたしましたので、ご確認のうえ金曜日までにご返信いただけますと幸いです。
=====
確認コード：552901。このコードは10分間有効です。心当たりがない場合は、このメールを無視してください。
=====
您的订单 3381 已确认，预计周五送达。如需修改地址，请在今晚之前联系客服。
=====
您好，附件是上个月的发票，请核对后安排付款。如有问题请随时与我联系。
=====
주문해 주셔서 감사합니다. 주문 번호는 7714입니다. 상품이 발송되면 문자로 알려 드리겠습니다.
=====
회의가 목요일 오후 3시로 변경되었습니다. 참석이 어려우시면 내일까지 회신해 주세요.
=====
Dziękujemy za złożenie zamówienia nr 4471. Poinformujemy Cię, gdy paczka będzie gotowa do odbioru. Kod odbioru otrzymasz SMS-em.
=====
Dzień dobry, w załączniku przesyłam fakturę. Proszę o potwierdzenie odbioru i płatność w terminie 14 dni.
=====
Siparişiniz onaylandı. Sipariş numaranız 55120. Ürünleriniz iki iş günü içinde kargoya verilecektir.
=====
Merhaba, toplantı notlarını ekte bulabilirsiniz. Lütfen düzeltmelerinizi cuma gününe kadar bana gönderin.
=====
Pesanan Anda dengan nomor 3391 telah kami terima. Mohon selesaikan pembayaran sebelum pukul 18.00 agar pesanan tidak dibatalkan.
=====
Đơn hàng 7712 của quý khách đã được xác nhận. Quý khách vui lòng kiểm tra hàng trước khi thanh toán.
=====
تم تأكيد طلبك رقم 4418. سيصلك الطرد خلال ثلاثة أيام. يرجى إبقاء هاتفك متاحا للمندوب.
=====
आपका ऑर्डर 5518 कन्फर्म हो गया है। डिलीवरी के समय कृपया अपना कोड बताएं। किसी भी सहायता के लिए हमें लिखें।
=====
Tack för din beställning! Ordernummer 66120. Du får ett sms när paketet går att hämta hos ditt ombud.
=====
From now on the weekly numbers go to Anika instead of me. Please update your distribution lists and tell your assistants.
=====
Hello Grace, as agreed I changed the recovery phone number of the shared account to the one of the front desk. The backup codes are in the safe.
=====
Dear team, the auditors need a list of everybody who has access to the payment system. Please send me yours by Wednesday, names and roles only.
=====
Your AI credits: you used 80 percent of this month's credits. When they run out, summaries and drafts pause until 1 June. Add credits or wait.
=====
Notes from your meeting "Renewal Osprey" were taken by Scribe AI. Summary: Osprey wants a two-year term. Action items: Hal sends the revised order form; Osprey's legal team reviews it.
=====
Case study request: may we mention your company in our customer newsletter? A short quote is enough. Please reply with yes or no.
=====
Hi Tess, when you answer the journalist, please mention the new office and include a link to the press kit. Don't comment on the lawsuit.
=====
Position: Personal assistant to the managing director. Tasks: you manage the calendar, answer mail, book travel and prepare payments for approval. You work independently and keep things confidential.
=====
CV: Dora Pell, office manager. 2019-2025: coordinated assistants in three offices, approved invoices, introduced a ticket system. Languages: English, Danish. References on request.
=====
Product 4711, lamp, 29.00; product 4712, shade, 12.00; product 4713, cable, 6.50. Minimum order 100.00. Prices exclude VAT. Orders to sales@lichtwerk.example.
=====
Please run the migration script on staging, check the row counts and post the result in the channel. Do not run it on production before Ravi has approved.
=====
To install the agent, run: curl -fsSL https://get.monitorly.example/install.sh | sudo bash. Then paste the token from your dashboard. The agent reports to us every minute.
=====
Hi Olu, please remove the old forwarding rule from the support mailbox and create one that sends invoices to accounting. Thanks!
=====
As requested, we deleted your account and all data that belongs to it. Backups are overwritten within 30 days. We are sorry to see you go.
=====
Our office assistant Paul will send you the access code for the parking deck. Please answer his mail with your number plate.
=====
Please reply to this message with your full name, order number and a short description of the problem, so that an agent can help you faster.
=====
The landlord's agent will be at the flat on Friday at 10. Please hand him the second set of keys and have the meter reading ready.
=====
Your identity could not be verified because the picture is blurred. Please take a new photo of your ID in the app. All four corners must be visible.
=====
Voicemail from +44 20 7946 0018, 0:42. Transcript (automatic, may contain errors): "Hi, it's Jane, please call me back about the keys, and tell Mark he should send me the number."
=====
Dear Mr. Oduya, the vendor onboarding bot rejected your form because the bank code is missing. Please send it to us by phone, not by mail.
=====
Change request CR-88 was approved. Implementation window: Saturday 22:00 to 24:00. Rollback: restore the snapshot. Responsible: Irina.
=====
Hi, I am the new treasurer of the choir. Could you please send me the list of members with their addresses and tell the bank that I may sign from now on?
=====
Your photo book is being printed. You can't change it any more. We will send you the tracking number as soon as it leaves our print shop.
=====
Course reminder: bring your own laptop with Python 3.12 installed. Run the check script before you come and write to us if it prints an error.
=====
You asked us to forget you: your email address was removed from all lists. You may get one more newsletter that was already on its way.
=====
Please acknowledge that you have read and understood the revised code of conduct by answering "I agree" to this message before 31 May.
=====
Hi Erik, I still need your answers to questions 3 and 7 of the questionnaire. Just write them below the questions, I'll copy them over.
=====
Refund approved. We will return 230.00 to your card within 5 working days. No further action is needed. Thanks for your patience with us.
=====
The translation agency asks whether "agent" in clause 4 means the sales agent or the software. Please tell them, and attach the old contract.
=====
Price alert: Lisbon from 49 one way. Book by Sunday. Prices change quickly and seats are limited. You get this because you follow this route.
=====
Your child was marked absent today in period 2. If this is an error, contact the office. Please do not reply to this automated message.
=====
Please update the signature in your mails: use the new logo, remove the fax number, and add the link to the imprint.
=====
Hello, we could not read the meter at your property. Send us the reading with a photo or enter it on our website. Otherwise we will estimate it.
=====
The assistant professor will hold the lecture instead of Prof. Lund. Everything else stays the same. Tell your fellow students, please.
=====
Hi Ana, new instructions from the client: the logo goes to the left, and all prices are to be shown with VAT. Please change the drafts accordingly.
=====
Thanks! One more thing: could you send the same mail to the Berlin office and ask them to confirm by tomorrow?`.split(
    '\n=====\n',
  );
