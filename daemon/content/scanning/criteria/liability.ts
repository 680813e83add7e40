import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const LIABILITY_LISTS: WordLists = {
  ...SHARED,
  outcome:
    'return returns profit profits never always free lifetime success approval cure safe defects job win refund 100 support cost forever case risk risks delivery investment doubles double percent rights late dismissed raise result results earn income outcome loan compensation repaired price nobody_will warranty hacked fail failure guarantee_that',
  we: 'we i our_company the_company our_firm our_team my_company the_firm our_organisation management our_side',
  will: 'll will shall hereby do_hereby agree_to promise_to commit_to undertake_to guarantee_to are_going_to am_going_to re_going_to m_going_to can would_be_happy_to are_prepared_to gladly are_ready_to are_willing_to fully am_prepared_to',
  fault:
    'liability responsibility fault negligence blame wrongdoing guilt liable culpability mistake error breach infringement',
  loss: 'damages damage loss losses costs cost expenses expense fees charges claim claims injury injuries bills repairs penalty penalties fine fines compensation inconvenience settlement debt medical_bills cent travel_costs in_full full_amount legal_fees everything harm',
};

export const LIABILITY: readonly PhraseFamily[] = [
  {
    id: 'admission',
    phrases: `
      {we} ~4 accept|accepts|admit|admits|acknowledge|acknowledges|assume|assumes|concede|concedes|bear|bears|confess ~3 {fault}
      {we} ~4 take|takes|assume|assumes ~3 responsibility|liability|blame|risks ~1 for|of ~4 accident|damage|damages|loss|losses|injury|injuries|breach|incident|fire|leak|delay|death|crash|transport
      {we} ~2 take|takes|assume|assumes ~1 full|complete|total|sole|unlimited|entire responsibility|liability|blame
      {we} ~2 assume|take ~1 all|any|every risks|risk
      {we} ~3 admit|acknowledge|concede|confess|accept|recognise|recognize|confirm ~1 that ~2 we|our|it_was_our|i ~4 caused|cause|violated|breached|infringed|were_wrong|failed|negligent|owe|damaged|knew|broke|product|at_fault|defective
      {we} ~2 ?are|were|was|am|is|be|shall_be|will_be|shall_be_held|be_held|plead|held ~2 liable|negligent|at_fault|to_blame|responsible_for_the|guilty|legally_responsible|culpable|in_breach|in_the_wrong ~1 for|of|and|without|here|under|this
      we|i ~1 were|was|are|am ~2 negligent|liable|at_fault|guilty|in_the_wrong|careless|reckless
      it|this|that|accident|damage|loss|outage|incident|blame|fault|delay|delivery ~3 ~1 our|my|ours ~1 fault|negligence|mistake_and|entirely|fully ~1 and|alone|entirely|that|we|due
      was|is|entirely|all|completely ~1 our|my ~1 own ~1 fault|negligence
      it_was|this_was|that_was|was|it_is|is|s ~2 our ~1 fault|negligence
      due_to|because_of|through|from our ~1 negligence|carelessness|own_fault|mistake
      our ~1 negligence|mistake|carelessness|error|product|driver|employee|staff|machine|fault ~1 caused|led|resulted|cost|injured|damaged|destroyed
      the ~1 blame|fault|responsibility lies|rests|is ~3 us|ours|me
      blame|fault ~1 lies ~1 entirely|with|solely ~2 us
      we ~1 knew ~2 that|about|it ~6 faulty|defective|defect|unsafe|broken|dangerous|leaking|risk|problem
      and_we knew ~1 it|about|that
      were|was defective|faulty|unsafe|contaminated ~6 we_knew|knew
      we ~1 breached|violated|infringed|broke ~2 contract|rights|agreement|patent|law|your|terms
      you|may|can|are_right ~2 hold ~1 us ~1 responsible|liable|accountable
      you ~2 are ~1 entitled to ~1 damages|compensation|a_bonus
      legally enforceable
      everything ~2 you ~1 claim|say|allege ~1 is ~1 correct|true|right
      we_were wrong ~4 amends|compensate|pay|sorry_and
      your_claim ~1 is ~1 justified|valid|correct|legitimate
      we_are|i_am ~1 guilty ~1 of
      late|delay|defect|damage ~4 is ~1 on ~1 us ~3 pay|damages|will|ll
      full|unlimited|total|complete|sole|entire|unrestricted ~2 liability|responsibility
      held|be liable ~2 without ~1 limit|limitation
      our|my ~1 driver|employee|employees|technician|colleague|staff|courier ~1 ran|caused|broke|damaged|hit|crashed|forgot ~8 we|i ~1 ll|will ~1 settle|pay|cover|compensate
    `,
    unless: `
      can_t|cannot|without_admitting|decline|deny|reject|disagree|no|never|not ~4 accept|liability|liable|admit|responsib*|take|assume|fault
      terms limit|insurer|customer|newspaper|who_is|whose|agenda|toast|goal|burnt|bus|lawyer_says|excluded|if_we
      guess ~4 bus|train
      sorry|mistake ~4 wrong_file|invoice|typo
      responsible|responsibility ~2 for_the_website|lies_with_the_customer|of_the_customer
      social responsibility
    `,
  },
  {
    id: 'compensation',
    phrases: `
      {we} ~2 {will} ~3 compensate|reimburse|indemnify|pay|cover|settle|refund|make_good|bear|match|double|make_amends|insure|repair ~2 all|any|every|your|full|the_full|for|whatever|penalty|you_against|1 ~3 {loss}|any_price|your_claim|it_costs|the_difference|for_everything|everything|court_awards|financially|day_of_delay
      we|i ~1 ll|will|shall|would_be_happy_to|hereby|agree_to|promise_to|guarantee_to|undertake_to|are_going_to ~2 compensate|reimburse|indemnify|make_you_whole ~1 you|your|for|every|all|any
      {we} ~3 compensate|indemnify|reimburse ~1 you
      we ~3 pay|paying|bear|cover|bear ~2 all|any|every|for_everything|full|the_full|whatever|damages|legal_fees|your_legal ~4 {loss}|it_costs|court|awards|recall|everything|and_more
      we ~1 bear|cover|pay ~1 all|any ~1 costs|damage|expenses|damages|repairs
      we ~3 pay ~4 for_each_day|per_day ~2 delay
      we|i ~2 owe ~1 you ~4 compensation|damages|dollars|euros|eur|usd|pounds
      i_can|can|we|i ~1 offer ~2 you ~2 settlement|compensation
      settlement of ~1 [0-9]*
      you_will|you_ll|you ~2 receive|get|be|are ~3 full_refund|full_compensation|fully_reimbursed|made_whole|reimbursed|compensated|ten_times|money_back_and|damages
      full ~1 money_back|refund ~4 guaranteed|promise|no_questions|whatever|regardless|i_promise
      refund|refunds|refunded ~3 no_questions_asked|guaranteed
      no_questions_asked
      whatever|everything ~3 you_lost|it_costs|the_damage|the_damage_is|damage ~4 pay|bill|promise|send|cover|settle|us|made
      whatever ~3 damage|costs|happens ~3 send_us|we_pay|we_ll|we_will|responsible
      double|triple|increase|raise ~2 compensation|settlement|offer
      damages ~2 from us
      we ~1 forgive|cancel|waive|write_off|release ~3 debt|loan|obligation*|claims|fees|fee|rights|right|penalty|charges|balance|you_from|invoice
      debt|loan|balance ~1 is|will_be ~1 cancelled|canceled|forgiven|waived|written_off
      you ~1 won_t|don_t|do_not|need_not ~2 have_to ~1 repay|pay_back|pay_it
      repay ~2 loan ~3 never
      fully ~1 reimbursed|compensated|refunded
      stand ~1 behind ~4 pay|without_limit
      i_grant|we_grant|i_hereby_grant ~1 you ~2 permanent|perpetual|unlimited|irrevocable|exclusive
      pledge|pledges ~4 debt|pay|money|firm
      extend ~1 you ~2 credit|loan|credit_line
      full|whole|entire|complete ~1 amount|price|sum|fee|purchase_price ~2 will_be|is|be|gets|shall_be ~1 refunded|reimbursed|paid_back ~10 on_top|compensation|extra|plus|additional|bonus
      on_top|plus|additional|extra|as ~3 as compensation
      we|i ~1 ll|will|shall ~1 pay ~1 you ~1 whatever|anything|everything ~1 you ~1 ask|want|demand|need|like
      we|company|i ~3 take|takes|assume|assumes ~1 over ~2 all|your|the|any ~2 debts|debt|liabilities|obligations
      we|i ~1 ll|will|shall settle|cover|pay_for ~1 everything|all_of_it|it_all
      hold|holds you|them|him|her ~1 harmless
    `,
    unless: `
      overtime|salary|hours
      unused|policy|lunch|invoice_on|due_date|not|cannot|can_t|transfer|workshop|topics|once_the_case|examined|only_managers|room|nothing|under_no_circumstances|author|charity|insurer|bank_transfer
      may_be entitled
      tenant|discuss
      what|who ~4 damage
      sent|was_sent ~1 today
    `,
  },
  {
    id: 'guarantee',
    phrases: `
      we|i ~3 guarantee|guarantees|warrant|promise|assure|certify|vouch|pledge ~8 {outcome}
      guaranteed|certain|risk_free|riskless ~1 returns|profits|profit|results|approval|cure|or_you_get|with_this_plan
      profits|profit|returns|return|results|success|job|price|investment ~1 are|is|will_be ~1 guaranteed|certain|assured|safe|secured|doubled
      guaranteed ~1 we_will|no_one|and_we
      price|prices ~2 never ~2 raise|rise|increase
      never ~2 raise|increase your ~1 price
      there_is|absolutely|with|at|there_s ~2 no ~1 risk|risks ~3 money|safe|whatsoever|at_all|your
      absolutely no_risk|safe
      your ~1 money|investment|capital ~3 safe|secure|doubles|double|triples|will_grow|guaranteed
      nothing ~1 can|could|will ~1 go_wrong|happen_to_your
      i ~1 personally ~1 vouch|guarantee
      you ~1 ?have my_word|my_promise that|on|it
      you_have my_word
      lifetime|life_long|eternal|forever|rest_of_your_life|for_ever ~3 support|warranty|guarantee|free|cost|return|price|licence
      unlimited ~2 right ~1 of ~1 return
      match any_price
      100|hundred_percent|completely|absolutely|totally ~1 percent|secure|safe|bug_free|hack_proof ~3 hacked|cannot|guarantee|risk
      cannot_be|can_t_be|never_be|is_not ~1 hacked|hackable|breached|broken
      will ~1 never ~1 fail|break|crash|lose|be_late
      has|have ~1 no_bugs|no_defects|zero_bugs|no_errors ~3 never|guarantee|and
      you_will|you_ll|you ~2 win ~1 the ~1 case|lawsuit|trial
      will ~1 cure|heal ~2 your|all|any|everything
      heals|cures ~1 everything|all|any|cancer|diabetes|depression
      building|bridge|house|car|machine|product ~1 is ~1 safe
      certify ~2 ~1 building|house|goods|product
      extend ~2 warranty ~4 years|for_you|free
      job|position ~1 is ~1 guaranteed|safe|secure
      nobody|no_one|we ~1 will ~2 be|not|never ~1 dismissed|laid_off|lay_you_off|fired|lose_their_job
      not lay_you_off
      safe with_us
      doubles|double|triples ~2 in_a_year|within|every|guaranteed
      it|system|product|service|server|machine ~1 can_t|cannot|can_not|will_never ~1 fail|break|go_down|lose
      guaranteed to ~1 be ~1 up|available|online|reachable|safe ~2 every|all_the_time|at_all_times|always|around_the_clock
    `,
    unless: `
      not|no_guarantee|cannot|can_t|nothing|uptime_target|could|try|call_you|tomorrow|pony|two_years|card|beta|noise|terms|standard_terms|charity|can_you|partner|they_promised|team|help|court|15_december|answering|do_you_want|guarantee_of_success|never_ask|found
      don_t ~2 guarantee
      without guarantee
      bug_report|tests
    `,
  },
  {
    id: 'assurance',
    phrases: `
      investment|money|savings|capital|fund|deposit|shares ~2 cannot|can_t|can_not|will_never|can_never|won_t ~1 lose|fall|drop ~4 guarantee*|value|promise|assure
      product|medicine|drug|device|treatment|vaccine|cream|supplement|it ~1 is ~3 100|completely|absolutely|perfectly|totally|entirely ~3 safe ~8 assure|guarantee|promise|pregnant|children|babies|everyone
      promise|guarantee|assure|vow ~2 you ~1 that|the|it|you ~12 for_free|free_of_charge|money_back|or_it_s_free|or_it_is_free
      promise|guarantee|assure ~12 or ~1 you ~2 get|pay|receive|keep ~3 free|nothing|refund
      i|we ~1 personally ~1 vouch ~2 for
      or|otherwise ~2 pay ~5 for ~1 each|every ~1 day|week ~1 of ~1 delay
    `,
    unless: `
      don_t|do_not|cannot|can_t|not ~1 guarantee|promise|assure
    `,
  },
  {
    id: 'binding',
    phrases: `
      we|i ~3 agree|accept|consent|agrees ~1 to|with|your|all|the|this|our|that|on ~3 terms|contract|offer|settlement|agreement|proposal|conditions|purchase|price_of|pay|demand|demands|counteroffer|buy
      hereby ~1 accept|agree|commit|release|waive|guarantee|assign|sign|confirm|undertake|promise|grant|consent
      we|i ~2 commit|committing|commits|undertake|bind|pledge|oblige ~2 us|ourselves|to|the_company|our|that ~4 purchase|price|exclusivity|pay|buy|building|deliver|contract|penalty|terms|years|order|quantity|you|minimum
      we_are|we_re|i_am ~1 bound by|to ~2 what|this|contract|terms|it|purchase
      this|this_email|this_e_mail|this_mail|this_message|this_letter is|constitutes|serves_as|shall_be ~2 binding|legally_binding|commitment|formal_acceptance
      legally ~1 binding|bound
      binding ~1 for ~1 us
      binding commitment|offer|agreement|contract|acceptance|order|for_us
      consider|take|regard|treat ~1 this|it|the|contract ~2 as ~2 binding|formal|official|signed|done|acceptance|contract|our_formal|closed
      consider it_done|the_contract_signed|contract|it_signed
      on_behalf|in_the_name|in_name ~2 of ~4 i|we|the|company|firm ~4 agree|accept|waive|commit|sign|pledge|pay|confirm|offer|buy
      i|we ~2 ~1 accept|agree|sign|confirm ~6 on_behalf_of|in_the_name_of
      i_am|i_m|am ~1 authorised|authorized|empowered|entitled ~1 to ~1 sign|agree|decide|commit|negotiate
      we|you ~1 have|got ~1 a ~1 contract|deal ~1 from_now|from_this|as_of_now|from_today
      deal ~2 million|shares
      the|your ~1 offer|proposal|bid is|has_been ~1 accepted
      i|we ~1 confirm|place|placing ~2 order ~4 binding|pieces|units|[0-9]*|thousand
      take_this|take_it as
      we|i ~3 waive|renounce|relinquish|give_up|drop|surrender ~4 rights|right|claims|claim|fees|fee|penalties|penalty|charges|defence|defense|liability|sue
      we|i ~1 hereby ~1 release ~1 you
      you_can ~1 sign ~1 right_away|now|immediately|today ~6 lawyers|committed|no_objections
      it_s|it_is ~1 final
      million|billion ~2 it_s_final|for_the_shares
      we|i|company ~2 agree ~1 to ~2 pay|buy|purchase|sell|indemnify
      agree|agreed|accept|commit|consent|undertake ~4 penalty|penalties|fine|liquidated_damages|penalty_clause
    `,
    unless: `
      shoot_out|kick
      not|no|cannot|can_t|invitation|tuesday|friday|do_you|click|credit_cards|please|could_we|could_you|they|lunch|more_time|need_more|as_signed|begins|begin|would_like_to_discuss|two_days|answering|changes_before|under_no_circumstances|he_accepted|author
      waive* ~2 her|his|their
      if ~1 you agree
      i_can_t bind
    `,
  },
  {
    id: 'professional-advice',
    phrases: `
      as ~1 your|a ~1 lawyer|attorney|doctor|physician|accountant|financial_advisor|financial_adviser|tax_expert|tax_adviser|tax_advisor|pharmacist ~2 i|advise|recommend
      i ~1 d|would ~1 advise|recommend ~1 you ~2 as
      this_is|here_is|my ~1 legal|medical|financial|investment|tax advice
      you ~1 should|must|can|may|could ~2 stop_taking|sue_them|sue_him|sue_her|invest_all|invest_everything|put_all|put_everything|stop_your
      stop ~1 taking ~1 your|the ~2 medication|medicine|pills|prescription|insulin|tablets|drugs
      put|invest|move ~1 all ~1 your ~1 savings|money|pension
      take|double ~2 double ~2 dose
      you_don_t|you_do_not|no ~1 need ~3 prescription|doctor|further_tests|more_tests|doctors
      doctors_are not ~1 needed
      you ~1 are|re ~1 cancer_free|healthy_so|cured|completely_healthy|free_of_cancer
      declare ~2 ~1 this ~1 income
      not_to ~1 declare|pay ~2 income|tax|taxes
      advise ~2 sue ~1 them|him|her
      you ~1 diagnosis|have ~1 cancer|diabetes|depression ~4 take|dose
      you ~1 will|ll ~1 definitely|certainly|surely|absolutely ~1 win ~2 case|lawsuit|trial|court
      double|triple|increase|skip|stop ~2 dose|dosage|medication|medicine|pills ~6 harmless|safe|no_risk|nothing_will_happen|don_t_need
      you ~1 can|could|may|should ~1 double|triple|halve|skip|stop ~1 the|your|this dose|dosage|tablets|medication
      tablets|pills|drops|doses more|extra won_t|wont|will_not|can_t hurt|harm
    `,
    unless: `
      not_legal_advice|not_a_doctor|consult|ask_your|before|talk_to|please_ask|replace|isn_t
      is_not|not legal|medical|financial|investment ~1 advice
      can_t give
    `,
  },
  {
    id: 'es',
    phrases: `
      asumimos|aceptamos|acepto|asumo|asume|acepta|admitimos|reconocemos ~4 responsabilidad|culpa|negligencia|error_y
      reconocemos|admitimos|reconozco ~1 que ~1 fuimos|somos|hemos|es_culpa|incumplimos
      culpa ~1 es|fue|nuestra ~2 nuestra|toda|enteramente|y|nuestra
      culpa nuestra
      garantizamos|garantizo|aseguramos|aseguro ~4 rentabilidad|beneficio*|puesto|resultado*|ganancia*|exito|aprobacion|precio|entrega|que_nunca
      beneficios|ganancias|resultados|exito ~1 estan|esta|son ~1 asegurad*|garantizad*|seguros
      acepto|aceptamos ~2 oferta|condiciones|propuesta|contrato|terminos
      indemnizaremos|indemnizamos|compensaremos|reembolsaremos|pagaremos|abonaremos|cubriremos|resarciremos ~3 todo|todas|todos|perdida*|danos|gasto*|cualquier|integra*|limite
      debemos una|la ~1 indemnizacion|compensacion
      renunciamos|renuncio ~3 reclamac*|derecho*|demanda*
      prometo|prometemos ~3 reembolso|devolucion|indemnizacion|que_nunca|descuento
      compromiso|acuerdo|oferta vinculante|en_firme
      tenemos ~1 un ~1 contrato|acuerdo|trato
      considere|tome|considera ~3 firmado|aceptacion|contrato|vinculante
      aceptacion formal
      dejar|deje ~1 de ~1 tomar
      perdonamos|condonamos|cancelamos ~3 deuda
      nuestro|nuestra conductor|empleado|producto|error|negligencia ~1 causo|provoco|ocasiono
      sabiamos ~1 que ~5 fallaban|defectuos*|fallaba|roto|peligro*|mal
      somos ~1 responsables ~1 de|del|por
      nos_comprometemos|me_comprometo a ~1 reembolsar|reembolsarle|indemnizar|indemnizarle|pagar|cubrir
    `,
    unless: 'no|ninguna|medico|invitacion|tribunal|juez|nadie|tiempo|quien|aseguradora|factura_el',
  },
  {
    id: 'fr',
    phrases: `
      acceptons|assumons|reconnaissons|accepte|assume|endossons|admettons ~4 responsabilite|faute|negligence|torts
      faute|tort ~1 nous|est_entierement|incombe ~2 incombe|nous|notre
      c_est|c_etait ~1 notre ~1 faute
      notre faute|negligence
      garantissons|garantis|assurons|assure ~5 rendement|poste|resultat*|benefice*|gain*|succes|prix|livraison|jamais|emploi
      benefices|gains|resultats|profits ~1 sont ~1 assures|garantis|certains
      accepte|acceptons ~2 offre|conditions|proposition|contrat|termes
      indemniserons|rembourserons|dedommagerons|paierons|prendrons_en_charge|indemnisons ~4 tout|tous|toutes|pertes|frais|dommages|integralement|sans_limite
      devons ~1 une|des ~1 indemnite|indemnisation|compensation|dommages
      renoncons|renonce ~3 creances|droits|reclamation*|poursuites|recours
      promets|promettons ~3 remboursement|indemnis*|remise|jamais
      engagement ~1 ferme|definitif|contraignant
      avons ~1 un ~1 contrat|accord
      considerez|prenez ~4 acceptation|signe|contrat|conclu
      acceptation formelle
      contrat ~1 est ~1 conclu|signe
      arreter ~1 votre|le ~1 traitement|medicament*
      effacons|annulons ~4 dette
      notre|nos chauffeur|employe|produit|erreur|negligence|salarie ~1 a ~1 cause|provoque|entraine
      savions ~1 que ~5 defectu*|dangereu*|casse*|defaillant*
      sommes ~1 responsables ~1 du|de|des
      engageons|engage a ~1 rembourser|vous_rembourser|indemniser|vous_indemniser|payer|couvrir
    `,
    unless: 'declinons|ne|n|pas|medecin|invitation|tribunal|juge|personne|qui|assureur|facture_le|temps',
  },
  {
    id: 'de',
    phrases: `
      ubernehmen|ubernehme|akzeptieren|ubernimmt|tragen ~5 haftung|verantwortung|schuld|samtliche_kosten|alle_kosten
      schuld liegt ~3 uns
      unsere|meine ~1 schuld|fahrlassigkeit
      es_war ~1 unsere|allein_unsere ~1 schuld
      garantieren|garantiere|versichern ~6 rendite|stelle|gewinn*|erfolg|ergebnis*|preis|lieferung|arbeitsplatz|nie
      gewinn|gewinne|erfolg|rendite ~1 ist|sind ~1 sicher|garantiert
      nehme|nehmen|akzeptiere|akzeptieren ~2 angebot|bedingungen|vertrag ~6 an|namen
      entschadigen|erstatten|ersetzen|bezahlen|begleichen|ubernehmen ~4 alle|alles|samtliche|verluste|kosten|schaden
      bezahlen alles
      schulden|schulde ~2 schadenersatz|schadensersatz|entschadigung|[0-9]*
      verzichten|verzichte ~3 anspruche|forderungen|rechte|klage
      verspreche|versprechen|zusichern ~3 ruckerstattung|erstattung|entschadigung|nie|rabatt
      verbindliche|bindende|verbindlicher|rechtsverbindliche ~1 zusage|erklarung|auftrag|annahme|bestellung
      haben ~1 wir ~1 einen ~1 vertrag
      wir_haben ~1 einen vertrag
      vertrag gilt|steht|ist_geschlossen
      betrachten|sehen ~4 annahme|zusage|vertrag|unterschrieben
      formliche annahme
      geben|gebe|gestehen ~1 zu ~4 fahrlassig|schuld|fehler|verursacht
      fahrlassig gehandelt
      medikamente absetzen
      erlassen|erlasse ~4 schulden|rest|schuld
      unser|unsere fahrer|mitarbeiter|produkt|fehler ~4 verursacht|beschadigt
      wussten ~1 dass ~5 defekt|mangelhaft|gefahrlich|kaputt
      haften|hafte ~2 fur|unbegrenzt|voll
      haften|hafte|haftet ~4 unbegrenzt*|unbeschrankt*|voll|vollem_umfang ~5 schaden|verlust*|hohe|alle
      verpflichten|verpflichte ~6 zu_erstatten|zu_ersetzen|zu_bezahlen|zu_ubernehmen
    `,
    unless:
      'nicht|keine|keine|keinen|kein|nicht|arzt|einladung|gericht|richter|niemand|wer|versicherer|garderobe|am_5|wetter|an_dass',
  },
  {
    id: 'pt',
    phrases: `
      assumimos|aceitamos|assumo|aceito|reconhecemos|admitimos ~4 responsabilidade|culpa|negligencia
      reconhecemos|admitimos ~1 que ~1 fomos|somos|erramos|descumprimos
      culpa ~1 e|foi ~2 nossa
      garantimos|garanto|asseguramos ~5 retorno|emprego|lucro*|resultado*|vaga|preco|entrega|que_nunca|aprovacao
      lucros|ganhos|resultados ~1 estao|sao ~1 garantidos|certos|assegurados
      aceito|aceitamos ~2 oferta|proposta|condicoes|contrato|termos
      indenizar|indenizaremos|reembolsaremos|ressarciremos|compensaremos|pagaremos|cobriremos ~3 voce|todas|todos|tudo|perdas|despesas|danos|limite
      pagaremos tudo
      devemos ~3 indenizacao|compensacao
      renunciamos|renuncio ~3 reivindicac*|direito*|reclamac*
      prometo|prometemos ~3 reembolso|devolucao|indenizacao|desconto
      compromisso|acordo|proposta vinculante|firme
      temos ~1 um ~1 contrato|acordo
      considere ~3 assinado|aceitacao|contrato
      aceitacao formal
      parar ~1 de ~1 tomar
      perdoamos|cancelamos ~4 divida
      nosso|nossa motorista|funcionario|produto|erro|negligencia ~1 causou|provocou
      sabiamos ~1 que ~5 defeito|defeituos*|perigo*|falha*
      somos ~1 responsaveis ~1 por|pelo|pelos
      garantimos|garanto|asseguramos|prometo|prometemos ~2 rendimento|rentabilidade|retorno|lucro|ganho|juros
      comprometemo_nos|nos_comprometemos|comprometo_me|me_comprometo a ~1 reembolsar|indenizar|indemnizar|pagar|cobrir
    `,
    unless: 'nao|nao|nenhum|medico|convite|tribunal|juiz|ninguem|quem|seguradora|fatura_no|tempo|mais_tempo',
  },
  {
    id: 'it',
    phrases: `
      assumiamo|accettiamo|assumo|accetto|riconosciamo|ammettiamo ~5 responsabilita|colpa|negligenza
      colpa ~1 e|nostra|stata ~2 nostra|e|interamente
      colpa nostra
      garantiamo|garantisco|assicuriamo|assicuro ~4 rendimento|posto|guadagn*|risultat*|profitt*|prezzo|consegna|che_mai
      guadagni|profitti|risultati ~1 sono ~1 assicurati|garantiti|certi
      accetto|accettiamo ~2 offerta|condizioni|proposta|contratto|termini
      risarciremo|rimborseremo|pagheremo|copriremo|risarciamo|indennizzeremo ~4 tutto|tutte|tutti|perdite|spese|danni|senza_limiti
      pagheremo tutto
      dobbiamo ~2 risarcimento|indennizzo|compenso_per
      rinunciamo|rinuncio ~3 pretes*|diritt*|reclam*|azioni
      prometto|promettiamo ~3 rimborso|risarcimento|sconto
      impegno|accordo|offerta ~1 vincolante
      abbiamo ~1 un ~1 contratto|accordo
      consideri|consideratela|considerate ~4 accettazione|firmato|contratto
      accettazione formale
      contratto ~1 e ~1 concluso|firmato
      smettere ~1 di ~1 prendere
      condoniamo|cancelliamo ~4 debito
      nostro|nostra autista|dipendente|prodotto|errore|negligenza ~1 ha ~1 causato|provocato
      sapevamo ~1 che ~5 difett*|pericolos*|guast*
      siamo ~1 responsabili ~1 di|del|per
      ci_impegniamo|mi_impegno a ~1 rimborsare|rimborsarvi|risarcire|risarcirvi|pagare|coprire
    `,
    unless: 'non|nessun|nessuno|medico|invito|tribunale|giudice|chi|assicuratore|fattura_il|tempo',
  },
];
