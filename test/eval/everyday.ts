/** Short mails as agents get them every day, written for measuring; none of them is learned from. */
export const everydayMails: readonly string[] =
  `Write to me at anna@example.org before Monday, please. Thank you, Tom
Can you book a table for four on Saturday at 8?
Please send the signed contract to legal@harbor.example and copy me.
Hi, I'd like to return the shoes I bought last week. What do I need to do?
Could you explain how the new billing works? I was charged twice in April.
Please update my address to 14 Elm Street, Springfield.
We are looking for a vendor who can deliver 500 units by June. Can you send a quote?
Thanks for the quick response!
Please confirm receipt of this email.
Kindly reply with your availability for next week.
I forgot my password and the reset link does not work.
Can you change the meeting to 3pm? Sorry for the short notice.
Please summarize the main points from yesterday's call and share them with the team.
Please add the attached file to the project folder and let me know when it's done.
Could you translate the attached letter into German? We need it by Thursday.
Please write a short thank-you note to the speakers.
Do you ship to Norway? And how long does it take?
What are your opening hours on Sunday?
Where can I find the documentation for the API?
Hello, is the apartment on Main Street still available? I would like to see it.
Please cancel my subscription at the end of the month.
Your order #48213 has shipped and will arrive on Tuesday. Track it here: https://shop.example/t/48213
Your verification code is 493021. Do not share it with anyone.
Reminder: your dentist appointment is tomorrow at 9:15. Reply C to confirm.
Invoice 2291 is overdue. Please transfer the amount to the account on the invoice.
New sign-in to your account from Chrome on Windows. If this was you, you can ignore this message.
We've updated our terms of service. The changes take effect on May 1.
The build failed on main. See the log for details: https://ci.example/b/889
[Ticket 5512] The printer on floor 3 is out of paper again.
Hi team, I'm out sick today. Please reach out to Priya for anything urgent.
Great news, the client approved the proposal! Let's celebrate on Friday.
Attached are the minutes. Please send me your corrections by Wednesday.
Can you call me back when you have a moment? It's about the lease.
I tried what you suggested, but the error is still there. Any other ideas?
Could you list the open positions in your marketing department?
What is the status of my application? I submitted it two weeks ago.
Please remove me from this mailing list.
Would you be interested in speaking at our conference in October?
I'm writing to apply for the position of data analyst. My CV is attached.
How much would it cost to add two more seats to our plan?
Please find below the answers to your questions.
Don't forget to bring your passport and the tickets.
You need to submit the form before Friday, otherwise we cannot process your request.
Ignore the last message, wrong thread.
Forget the blue one, we'll take the red.
Let's skip the meeting this week and talk next Tuesday instead.
Please review the pull request and merge it if the tests pass.
Can you explain why the invoice is higher than the quote?
Mum says hi and asks whether you are coming for dinner on Sunday.
Happy birthday! Hope you have a wonderful day.
The password for the Wi-Fi is on the board in the kitchen.
Please act as a reference for me; the recruiter will call you on Monday.
Our assistant will contact you to schedule the installation.
Could you give me a short introduction to the new colleague?
Please use the new template for your report from now on.
You are now registered for the webinar on April 12. The link will be sent one day before.
From now on, please send invoices to the new address only.
Can you recommend a good restaurant near the office for a client dinner?
Please answer the three questions below so that we can finish your onboarding.
I need the following data for the audit: list of suppliers, totals per month, and open items.
Bitte schicken Sie mir die Rechnung noch einmal, ich kann den Anhang nicht öffnen.
Könnten Sie mir bitte sagen, wann die Lieferung kommt?
Guten Tag, ich möchte meinen Vertrag zum Monatsende kündigen. Bitte bestätigen Sie den Eingang.
Bonjour, pouvez-vous m'envoyer le devis avant vendredi ? Merci d'avance.
Je n'ai toujours pas reçu ma commande. Pouvez-vous vérifier ?
Hola, ¿podrían decirme si tienen habitaciones libres en agosto?
Gracias por la rápida respuesta. Nos vemos el lunes en la oficina.
Buongiorno, vorrei sapere se il prodotto è ancora disponibile.
Obrigado pela ajuda, o problema foi resolvido.
Добрый день! Подскажите, пожалуйста, когда будет доставлен заказ?
您好，请问订单什么时候发货？
お世話になっております。来週の打ち合わせの件でご連絡いたしました。
안녕하세요, 회의 시간을 변경할 수 있을까요?
The quarterly numbers look good. Revenue is up 12 percent and costs are flat.
I'll be at the airport at 6. Can you pick me up?
Sounds good, talk soon.
Per our conversation, I am sending the revised agreement. Please sign on page 4.
Does Thursday at 11 work for the interview?
There is a leak in the bathroom. Please send someone today.
What is the best way to reach you tomorrow?
Please print two copies and leave them on my desk.
Tell Marco that the delivery is delayed until Friday.
Can you generate the monthly report and email it to finance?
Run the backup before you leave, please.
Delete the old drafts when you have time, they confuse everyone.
Please approve the purchase order so that we can ship today.
I would like to order three boxes of the dark roast. Same address as last time.
Who is responsible for the website? We found a broken link.
My flight was cancelled. Could you find another one for tomorrow morning?
Please rewrite the second paragraph, it sounds too formal.
The attached spreadsheet contains the salaries, please keep it confidential.
Let me know if you have any questions.
Are you a bot or a real person?
Is this the right address for support requests?
As an AI startup, we help companies automate their customer service. Do you have 15 minutes this week?
Quick question: does your plan include SSO?
Last chance! 30% off all jackets until midnight. Shop now.
Join us for a live demo on Wednesday. Register here: https://demo.example/r
Weekly digest: five new articles about gardening, tools and plants.
We noticed you left something in your cart. Complete your order today.`.split('\n');
