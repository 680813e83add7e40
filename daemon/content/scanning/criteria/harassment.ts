import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const HARASSMENT_LISTS: WordLists = {
  ...SHARED,
  publish:
    'publish post leak release upload share send expose spread show tell forward distribute broadcast email mail publishing posting sending',
  intimate:
    'nude nudes naked intimate dirty private compromising masturbating masturbate naked_photos nude_photos sex_tape sextape webcam tape those_photos these_photos these_pictures those_pictures',
  material:
    'photos photo pictures picture pics video videos tape clip recording files secret secrets chats messages images browsing_history webcam it them what_you everything',
  audience:
    'boss wife husband family friends contacts colleagues employer parents father mother school everyone everybody internet public world press police online phone coworkers children kids girlfriend boyfriend facebook web neighbours',
  demand:
    'pay send transfer deposit give wire comply refuse obey unless otherwise or_else quit answer meet come_back reply if_you_leave if_you_don_t if_you_do_not do_as do_what do_exactly within noon hours bitcoin wallet',
  insult:
    'worthless pathetic disgusting hideous ugly fat revolting miserable useless repulsive failure waste disgrace slut whore pig cow hag lump loser stupid filthy ridiculous creature freak nobody trash garbage monster witch lard crybaby',
};

export const HARASSMENT: readonly PhraseFamily[] = [
  {
    id: 'surveillance',
    phrases: `
      i|we|they ~1 know|found_out ~2 where_you|where_your|where_she|where_he|where_ur|where_u|which_school|what_school|which_car|your_address|your_kids|your_route|when_you|who_your ~3 live|lives|sleep|work|works|goes|go|leave|park|names|is|are
      i|we ~1 know ~1 your ~1 kids|children|family|address|home|route|daughter|route_to_work|secrets
      i_m|i_am|i_ve_been|i_have_been|we_re|we_are|been|m ~1 watching|following|stalking|tracking|monitoring ~1 you ~1 now|for|right|everywhere|all|day|and|because|wherever|closely_so|until|every|from|at_night|home
      i_m|i_am|we_re|we_are ~1 watching|following|stalking|tracking ~1 your|every ~2 move|family|kids|children|house|car|every|daughter|steps
      i_m|i_am stalking|watching ~1 you
      going_to|ll|will|want_to stalk ~1 you|her|him
      i|we ~1 see|saw|watch|watched|photographed|filmed|recorded ~2 you|your ~3 through|leave|lights|camera|window|gym|sleep|undress|naked|bedroom|curtains|walk_home|every_day
      took|take|taking ~2 pictures|photos|a_picture ~2 through|while|secretly ~2 window|sleep|undress|you
      i|we ~1 hacked|planted|put|installed|bugged ~2 tracker|your|webcam|camera|spyware|microphone|into ~3 car|phone|webcam|camera|computer|on
      hacked your|into_your ~1 webcam|phone|account|email|computer|camera
      i_m|i_am|i|i_ll_be|be ~1 outside|standing|sitting|waiting|in ~2 your|across ~1 house|flat|home|door|driveway|window|street
      i|we sit|sat|stand|stood|park* ~3 across|outside|front ~4 see|watch|your
      drove|walked|came|drive past|by ~2 it|your|twice|last_night
      i ~2 got|found|have|ve_got ~2 your ~2 address|new_phone_number|number|new_number ~4 you_can_t|come|whether|get_rid
      you_can_t|you_cannot|never|can_t|try_to|nowhere_to ~1 hide|escape|run|get_away|get_rid ~1 from_me|of_me|from_us|me|us
      i|we ~2 ll|will|can|always ~1 find ~1 you
      find|get you ~2 block|again|wherever|no_matter|everywhere|always|anywhere
      turn_up|show_up|come_by|come_over|be_there|waiting_for_you|show_up ~3 at|every|whether|tomorrow ~3 your|wedding|office|house|work|door|you_like|school|every_day|home
      whether_you like_it ~1 or
      i_ll_be|see_you ~1 there|waiting ~1 tomorrow
      i_ll|i_will|will|ll ~1 keep|not_stop|never_stop ~1 calling|texting|messaging|mailing|writing|coming|following|until ~3 you|answer|your|lost|give
      will_not|won_t|never|not stop until ~2 you|lost
      restraining_order ~3 won_t|will_not|keep_me|stop_me|can_t
      don_t_think ~2 restraining_order|police
      fake_profiles|fake_profile|fake_account ~4 your|you|her
      i|we|ve|have ~1 posted|published|shared|put|spread ~1 your|her|his ~1 address|number|phone|photos|name ~3 online|people|internet|pay_you|so_that|calls|visit
      your_mother|your_sister|your_daughter|your_wife ~1 lives|walks|is ~1 alone ~6 right|think|know|every
      lives ~1 alone on|at|in ~4 think|right
      ignoring|ignore ~1 me ~4 see|bitch|or|online_you
      tracker on|under|in your ~1 car
      i|we ~1 have|got|know|ve_got ~1 your ~1 address|licence_plate|number_plate|license_plate|home_address ~8 children|kids|daughter|son|family|timetable|school
      i|we ~1 followed|watched|photographed|filmed|trailed|tailed|shadowed ~1 your|you ~1 daughter|son|wife|husband|kids|children|girlfriend|mother|sister ~4 home|school|work|gym|from|street|today
      your ~1 little|sweet|pretty ~1 boy|girl|daughter|son|kids ~6 playground|school|kindergarten|window|pool ~6 pictures|photos|took|watched|follow*
      i_m|i_am|we_re ~1 standing|sitting|waiting|right ~1 in|behind|outside ~1 your garden|house|driveway|bedroom|garage|backyard ~1 right_now|now|watching
      i_m|i_am ~1 in ~1 your garden|house|bedroom|driveway|backyard right_now|now
      change ~1 your number ~6 get|find|know ~4 new
      i|we know which|where|what|when ~3 your ~1 {family} ~2 takes|goes|plays|sleeps|walks|rides|attends|leaves
      i|we saw|watched|followed you ~9 nervous|scared|noticed_me|didn_t_notice|did_not_notice|didn_t_see_me
    `,
    unless:
      'school_trip|football_match|concert|we_met|met_at|fair|conference|form|parcel|package|linkedin|stream|instagram|order|delivery|newsletter|seat|crowds|sun|party|invoice|supplier|survey|talk|for_sale|eight|the_best',
  },
  {
    id: 'intimidation',
    phrases: `
      you_ll|you_will|you_re_going_to|gonna|you_are_going_to ~1 regret|suffer|pay_for|be_sorry|wish ~1 ever|this|that|it|it|what|the_day|you|for|forever|dearly
      you_ll|you_will|will regret ~1 this|that|it|the_day|ever|everything|crossing|for
      be_sorry|be_very_sorry ~1 you|if|for ~3 crossed|police|tell|talk|leave|ever|this|what
      if_you ~6 you_ll|you_will ~1 be_sorry|regret|pay|suffer
      and_you|you ~1 will|ll ~1 pay for_it|dearly|for_this|for_that|for_what|the_price
      watch your ~1 back
      look|looking over_your_shoulder
      i_m|i_am|we_re|we_are|they_re coming for_you|for_your_family|for_your_kids|for_your_children|for_your_wife|for_your_house|after_you|to_get_you
      i|we ~1 ll|will|am_going_to|m_going_to|can|going_to|gonna|shall ~2 ruin|destroy|wreck ~1 your|you|her|his|them ~1 ?life|career|reputation|marriage|business|family|future|everything
      make|making ~1 your|her|his ~1 life ~2 hell|misery|miserable|impossible
      drag ~1 your ~1 name
      i_ll|i_will|we_ll|we_will|will|going_to|until|make_sure ~2 you ~1 get|are|fired|never ~1 fired|sacked|work
      i_ll|i_will|ll|will|until_you_are ~1 get ~1 you ~1 fired|sacked|expelled|deported|evicted
      until ~1 you_are|you_re|she|he|they ~1 sacked|fired|breaks|breaks|deletes|quits|cracks|gives_up
      make_sure ~1 you ~1 never ~2 work|find|get|see
      your_life ~6 is ~1 over ~4 once|publish|when
      quit|resign|leave ~1 or|before ~1 we|i ~2 make|will|ll
      we|i ~1 will|ll ~1 make you ~1 quit|pay|suffer|regret
      you_have_been|been warned ~1 keep|shut|you|stay|don_t
      tell ~1 anyone|anybody|someone|the_police ~1 and ~1 you_will|you_ll|i_will
      keep ~1 quiet|your_mouth_shut ~6 or|suffer|regret|you_will
      drop ~2 charges|complaint|lawsuit|case ~1 or
      drop the_charges|the_complaint|the_lawsuit or
      if_you_don_t|unless_you|or ~3 drop ~3 complaint|charges|lawsuit
      face_the_consequences ~2 of_leaving|of_talking
      do|exactly|as ~3 i ~1 say|tell ~1 ~4 or_else
      you_will ~1 do|obey ~2 exactly|what|as|me ~2 i_say|i_say_from|what_i|from_now
      you ~1 belong_to_me|are_mine|are_my_property|are_nothing_without_me
      i ~1 own you
      i_decide|i_say who you
      pity|shame|shame ~1 if ~4 happened|ended_up|got_hurt|got_lost|came_out
      nice|pretty|lovely|beautiful ~1 house|daughter|family|wife|kids|car ~2 you_have|you_ve_got|it_would_be|would_be|of_yours ~8 drove|shame|pity|happen
      drove_past ~2 twice|last_night|again
      remember|think_about that|it we_know|your
      your_mother ~8 think about
      flood|bombard|spam ~2 inbox|her|him|phone ~2 with ~1 abuse|hate|insults|threats
      let_s ~1 all ~1 write|report|bully|attack|gang ~3 until
      all_write ~2 ~1 until
      don_t|dont|do_not|never ~1 think|believe|feel|imagine|assume ~2 you ~1 re|are|will_be|ll_be ~1 safe|hidden|out_of_reach|untouchable
      nice|lovely|beautiful|pretty|sweet|cute ~1 {family}|kids|house|shop|car|place ~8 terrible|shame|pity|sad|unfortunate|hate|tragic ~6 happen*|burn*|lose|accident|fire
      sleep with ~1 one|an ~1 eye open
      tell|told|telling ~2 everyone|everybody|the_whole_town|your_neighbours|your_boss ~4 what|that|how ~6 liar|cheat|thief|whore|fraud|slut|pervert ~4 you|are
      you ~1 should|better|d_better ~1 be ~1 very|really ~1 afraid|scared|frightened ~1 of ~1 me|us
    `,
    unless:
      'at_eight|at_nine|at_ten|at_noon|be_ready|offer|sale|chilli|boxes|missing|latte|sold_out|missed|seats',
  },
  {
    id: 'extortion',
    phrases: `
      i|we have|got|ve_got ~2 {material} of_you ~1 masturbat*|naked|and_i|and_we|and_will|undress*|having
      {demand}|leave ~8 or|and|otherwise|unless|will ~2 i|we|your|those|these|it ~3 publish*|leak*|release*|expose*|upload*|spread*|goes_public|go_public|gets_out|comes_out|go_to|find_out|finds_out|will_see|sees|learn|learns
      publish|leak|release|expose|upload|post ~1 you|your|the|those|these ~2 chats|photos|pictures|video|videos|tape|clip|recording|secrets|messages|nudes|you ~2 if|unless|tonight|you_leave|to_everyone
      i|we ~2 have|got|took|made|recorded|copied|saved|kept ~3 {intimate} ~2 {material}|of_you|of_yours
      i|we ~1 have|got|ve_got|made|copied|recorded|saved|hold ~2 ?a|your ~2 {material} ~5 {publish} ~4 {audience}
      i|we ~1 ?still have ~2 naked|nude|intimate|private|those ~1 photos|pictures|videos|pics ~4 back|delete|or|send
      or|otherwise|unless|if_you ~4 i|we ~1 ll|will ~2 send|tell|show|post|publish|forward|share|leak|spread|upload|ruin ~3 {material}|{audience}|your|rumours|rumors
      or|otherwise ~1 i_ll|i_will|we_ll|we_will|those|these ~4 publish|leak|post|expose|release|destroy|ruin|spread|go_to|go_on
      tell|show|send|inform ~2 your|hr|everyone ~1 wife|husband|boss|family|friends|parents|hr|contacts|colleagues|employer|school|father|mother|that_you ~4 about_us|stole|cheated|what_you|who_you|unless|if
      i_ll|i_will|we_ll|will ~1 tell|show|send ~4 who_you_really|what_you_really|what_you_did|about_us|your_secret
      i_m|i_am|we_are ~2 expose|exposing|ruin ~3 you|your
      going_to expose you
      your_secret|little_secret|your_secrets ~4 gets_out|is_safe|as_long|safe|comes_out|public
      transfer|pay|send|deposit|wire ~4 bitcoin|bitcoins|btc|wallet|euros|dollars|usd|money|eur|500|1000 ~8 or|otherwise|secret|recorded|webcam|hacked|photos|video|friends|family
      send ~3 pictures|photos|nudes|videos|pics ~2 or ~4 go|goes|i|internet
      recorded|hacked ~4 send ~3 euros|dollars|bitcoin|money
      browsing_history|your_webcam|your_camera ~4 pay|public|recorded|goes
      sleep|date|sex|dinner ~2 with_me|me ~1 or
      go_on_a date with_me or
      how_much ~3 marriage|reputation|silence|secret|career ~2 worth
      comply|obey|pay|refuse|answer|surrender ~1 or|and ~1 i|we|the ~1 ll|will|release|upload|publish|send|show
      shame|pity|embarrassing ~1 if ~4 video|photos|pictures|tape|secret ~6 {audience}
      would|will|your ~2 {audience} ~1 love|like|enjoy ~2 see ~2 {material}
      your_ex|he|she ~3 told ~2 everything ~8 know
      soon ~2 the ~2 whole ~1 school|town|office|world|company ~1 will|knows ~1 know
      your ~2 {audience} ~1 will|ll|is_going_to ~1 learn|hear|see|find_out|know ~2 what ~1 you|about|everything|your
      find_out|finds_out everything|what_you_did|your_secret
      either you ~1 send|pay|give ~5 or
      give_me|hand_over|tell_me ~3 password|money|code ~3 or_i|or_else|or_we|otherwise_i
      you ~1 owe me ~1 sex|your_body
      do_as|do_what i ~1 say|want|tell ~4 or|otherwise|those
      as_long_as_you do ~1 what_i
      delete ~3 come_back to_me
      come_back to_me ~4 delete|or|otherwise
      shame|pity|terrible|unfortunate|sad ~2 if ~4 boss|wife|husband|family|colleagues|customers|police|press|everyone|friends ~3 learned|learnt|found_out|knew|heard|saw|discovered|were_told ~6 secret|secrets|affair|photos|pictures|past|did|lie
      so|you ~1 better|d_better|had_better ~1 cooperate|pay|comply|obey|do_as_i_say|do_what_i_say
      sign|pay|confess|drop|quit|resign|delete|transfer|obey ~6 or ~2 tape|video|videos|photos|pictures|recording|chats ~2 goes|go|will_go|ends_up|get ~2 online|public|viral|to
      give_me|give|hand|bring|pay ~3 money|cash ~3 or ~2 husband|wife|boss|family|parents|police ~2 hears|learns|finds_out|gets|will_hear|will_know
      your ~1 {family}|ex_wife|ex_husband|boss|employer ~1 would|will|d ~1 love|like|be_interested|be_surprised ~1 to see|read|hear|watch ~2 messages|photos|pictures|chats|videos|recording|recordings|what
      every|each day|hour|minute ~1 you ~1 ignore|don_t_pay|don_t_answer|do_not_pay|wait ~3 i_ll|i_will|we_ll|we_will ~1 send|publish|post|tell|call|add
      take_back|retract|apologise|apologize|delete ~6 or ~1 i_ll|i_will|we_ll|we_will ~1 make|tell|get|see|ruin|have|let
      i|we ~1 have|got|ve_got ~2 browsing_history|search_history|webcam_recording|webcam_footage|webcam_recordings|nudes ~9 pay|transfer|send|bitcoin|btc|contacts
    `,
    unless:
      'can_t_transfer|cannot_transfer|can_t_pay|cannot_pay|use_the_card|newsletter|if_you_agree|agreed|late_fee|insurer|damage|report|application|timeline|we_get_the_documents|birthday|cancelled|subscription|documents',
  },
  {
    id: 'degradation',
    phrases: `
      you re|are|look ~3 worthless|pathetic|disgusting|hideous|revolting|repulsive
      you_re|you_are|you ~2 worthless|pathetic|hideous|repulsive|revolting
      you_re|you_are|you ~1 so|too|such_an|such_a|a|an ~1 ugly|fat|disgusting|stupid ~4 {insult}|that|dogs|nobody|love|cow|pig|why
      you ~2 ugly|fat|stupid|disgusting|useless|filthy|miserable|drunk|revolting|pathetic|dirty|worthless|lazy|old ~3 cow|pig|whore|slut|bitch|hag|girl|creature|lump|loser|freak|woman|man|little|witch|thing
      lump of ~1 lard|fat
      a ~1 hag|slut|whore|pig|loser ~1 like you
      drunk|dirty|stupid|old|little slut|whore|bitch ~1 like
      what_a ~3 miserable|hideous|pathetic|disgusting|revolting|ugly ~2 creature|person|woman|man|being|excuse|human|sight
      waste of ~1 space|oxygen|skin|air|life
      you ~2 biggest|greatest|worst ~1 failure|loser|disappointment|idiot
      you_are|you_re ~1 nothing|nobody ~2 without_me|but|and|to_anyone|never
      you ~1 ll|will ~1 never ~1 amount to|be_anything|be_good
      nobody|no_one|no_man|no_woman|everyone|everybody|they_all ~1 ever|in_the_office|here|will|would|ever ~1 ever ~1 likes|loves|love|wants|touch|hates|believe|laughs|laughing|like ~2 you|at_you|about_you|behind_your_back|a_hag|a_drunk
      nobody|no_one|everyone|everybody ~3 likes|loves|hates|despises ~1 you
      everyone|everybody|they_all|all ~1 thinks|think|knows|know ~2 you ~2 joke|are_a_joke|loser|pathetic|disgrace|crazy|ugly
      you_re|you_are ~1 a ~1 disgrace to|joke
      ashamed to|of ~1 show|yourself|that_face ~2 face|yours
      should_be ashamed ~4 face|yourself_for_existing
      you_had_it_coming|had_it_coming ~1 whore|bitch|slut
      you_stupid|you_little|you_dumb|you_useless whore|bitch|slut|girl|cow|cunt
      cry ~2 crybaby|all_you_want
      shut_up and_take_it ~1 you
      you_look ~2 like ~1 a ~1 pig|cow|whore|clown|pig_in
      do_us|do_everyone ~1 a favour|favor ~2 resign|leave|quit|disappear|and_resign|go
      just_quit|why_do_you ~1 even|just ~2 leave_the_house|exist|here
      little_bitch ~2 i_see|see
      you|you_re ~1 are|re ~1 a|an|such ~1 total|complete|utter ~1 failure|disgrace|laughing_stock|joke|embarrassment|waste
      you|you_re ~1 are|re a|an|such_a|nothing_but_a failure|disgrace|laughing_stock
      everyone|everybody|all|whole|people ~4 laugh|laughs|laughing ~1 at|about you
    `,
    unless: 'laughing_about_the|typo|brilliant|pregnant|parcel|kind|duckling|tale',
  },
  {
    id: 'es',
    phrases: `
      se|sabemos|conozco|conocemos ~1 donde|que_colegio|a_que_colegio|que_escuela|cual ~2 vives|trabajas|vive|va|duermes|vais
      sabemos ~2 colegio|escuela va
      paga|manda|envia|dame|contesta|haz|si_no ~5 o|publico|veran ~3 publico|publicare|fotos|video|veran|tus_amigos|tu_familia|todos
      publico|publicare|difundire|subire|mandare|enviare|enseno ~2 tus|el|tu|las|a_todos ~2 fotos|video|secretos|desnud*|contactos
      tengo|tenemos ~2 video|fotos|grabacion|imagenes ~2 tuyo|tuyas|desnud*|de_ti
      nadie|ninguno ~1 te ~1 quiere|soporta|aguanta|cree
      llevo ~3 siguiendote|observandote|vigilandote|espiandote
      te ~1 estoy|estamos ~1 vigilando|siguiendo|observando|espiando
      te|lo ~2 arrepentir|arrepentiras|lamentaras|lamentar|pesara
      arruinar|arruinare|destrozar|destruir|joder ~2 la|tu ~1 vida|carrera|reputacion
      si_no|si ~4 ire|voy|aparecere|me_presentare ~1 a ~1 tu|por_tu ~1 casa|trabajo
      si_vas ~2 policia ~2 lamentaras|arrepentiras|pagaras|lamentar*
      no ~1 vales nada
      gorda|gordo|puta|zorra|vieja asquerosa|asqueroso|fea|de_mierda|inutil|apestosa
      eres|das ~3 fea|feo|patetica|patetico|fracaso|fracasado|pena|basura|verguenza_para|miedo
      eres_tan fea|feo|gorda|tonta
      haras lo_que ~2 diga|digo|quiera
      siempre|donde_sea ~1 te encontrare|encontraremos
      no_puedes ~1 escapar|esconderte|huir
      me ~1 debes sexo|un_polvo|tu_cuerpo
      hare|haremos ~1 que ~1 te despidan|echen|expulsen
      bonita|linda ~1 casa ~6 anoche|pase|seria_una_pena
      tus_amigos|tu_familia|tu_jefe|tu_mujer ~1 veran|vera|sabran|sabra ~2 video|todo|las_fotos|la_verdad|el
      paga|pagas|pague|pagad ~2 o ~1 todos|todo_el_mundo|tu|tus|las|el|publico|publicare|subo ~5 veran|vera|fotos|sabra|sabran|video
      voy_a|ire_a|vamos_a por ti
    `,
    unless: 'oferta|linkedin|cafe|paquete|estafa|acuerdo|entradas|en_venta|comisaria|compartes',
  },
  {
    id: 'fr',
    phrases: `
      je|nous ~1 sais|savons|connais ~1 ou|dans_quelle_ecole|quelle_ecole ~2 habites|travailles|va|dors|vis|habite
      nous_savons|je_sais ~2 quelle ecole
      paie|paye|envoie|donne|reponds|sinon ~4 ou|sinon ~4 publie|photos|video|amis|verras|verront|famille
      je ~1 publie|publierai|diffuse|diffuserai|balance|enverrai|montrerai ~3 photos|video|contacts|secrets|tout
      j_ai|nous_avons ~1 une|des|ta video|photos|images|enregistrement ~1 de_toi|intimes|nue|nu
      personne ne|n ~1 t_aime|te_supporte|te_croira|t_aime
      je ~1 te ~1 suis|surveille|observe|espionne ~1 depuis|partout|jour|tout
      je|on ~1 te surveille|observe|espionne
      tu ~2 regretter|regretteras|regrettes
      pourrir|pourrirai|ruiner|ruinerai|detruire|detruirai|gacher ~1 la|ta ~1 vie|carriere|reputation
      si_tu|reponds ~3 je ~1 viens|viendrai|passe|debarque chez_toi
      si_tu_vas ~2 police ~2 regretteras|paieras|verras|le_regretteras
      ne ~1 vaux rien
      grosse|sale|vieille vache|truie|pute|salope|moche|garce
      tu_es|t_es ~3 pathetique|minable|rate|ratee|laide|moche|laid|pitie
      tu ~1 fais pitie|peur
      tu_es_si|si laide|laid|moche
      tu ~1 feras ~1 ce_que ~1 je
      te retrouverai|retrouverons ~1 toujours|partout
      ne ~1 peux|pourras ~1 pas ~1 m_echapper|te_cacher|fuir|echapper
      tu ~1 me dois ~1 du|ton ~1 sexe|corps
      je_te|on_te ~1 ferai|fera ~1 virer|licencier|renvoyer
      jolie|belle ~1 maison ~6 hier|passe|dommage
      tes_amis|ta_famille|ton_patron|ta_femme ~1 verront|verra|sauront|saura ~2 video|tout|photos|la
      je|on ~1 t|te|vous attends|attend|surveille ~5 devant|en_bas ~2 chez|ta_maison|ton_immeuble|ton_bureau|votre
      paie|paye|payez|paies ~2 ou|sinon ~1 tout_le_monde|ta|tes|ton|je|on|les ~5 verra|verront|photos|video|saura|sauront
      je|on ~1 te|vous retrouverai|retrouverons|lacherai_pas
    `,
    unless: 'offre|linkedin|cafe|colis|arnaque|accord|complet|vendre|commissariat|partages|chaises',
  },
  {
    id: 'de',
    phrases: `
      ich|wir ~1 weis|wissen|kenne|kennen ~1 wo|in_welche|welche|deine_adresse ~4 wohnst|arbeitest|geht|schlafst|wohnt|schule|deine_adresse
      zahl|zahle|schick|schicke|gib|antworte|sonst ~5 oder|sonst ~4 veroffentliche|nacktfotos|video|fotos|freunde|familie
      oder|sonst ~1 ich ~1 veroffentliche|verbreite|verschicke|zeige|poste
      deine freunde|familie|kollegen|eltern ~1 sehen|erfahren|bekommen ~2 video|fotos|alles|bilder
      ich_habe|wir_haben ~1 ein|deine|nackt* ~1 video|fotos|bilder|nacktfotos|aufnahmen ~1 von_dir
      video|fotos|bilder von_dir ~2 und ~1 schicke|zeige|veroffentliche
      deine|deiner ~1 nacktfotos|nacktbilder
      niemand|keiner|alle ~2 mag|liebt|hassen|lachen ~1 dich
      ich|wir ~1 verfolge|beobachte|beobachten|verfolgen|stalke|uberwache ~1 dich
      das|du|es ~3 bereuen|leidtun
      wenn_du ~5 wird_es_dir|wirst_du_es ~1 leidtun|bereuen
      mache|machen ~2 leben ~2 holle
      dein|deine ~1 leben|karriere|ruf zerstoren|ruinieren|zerstore
      wenn_du ~3 ich ~1 komme|stehe|finde ~2 dir|dich|deiner|nach_hause
      komme ich ~1 zu_dir
      du_bist|bist_du ~3 wert|erbarmlich|versager|hasslich|jammerlich|abschaum|ekelhaft|nichts_wert
      fette|dumme|alte|hassliche|blode kuh|sau|schlampe|hexe|gans|hure|zicke
      so ~1 hasslich dass
      finde|finden ~1 dich ~1 uberall|immer|wo|egal
      du ~1 entkommst|entgehst ~1 mir|uns
      du ~1 tust|machst ~1 was ich ~1 sage|will
      was_ich_sage ~1 sonst
      du ~1 schuldest mir ~1 sex
      sorge|sorgen ~2 dafur ~2 gefeuert|rausfliegst|entlassen|verlierst|du
      du ~1 gefeuert wirst
      schones|hubsches ~1 haus ~6 vorbeigefahren|gestern|schade
      wir_wissen ~4 schule
      stehe|steh|sitze|warte ~4 vor|hinter|neben ~1 deinem|deiner|ihrem|eurem ~1 haus|wohnung|tur|fenster|auto|buro ~4 sehe|beobachte|warte
      zahl|zahle|zahlst|zahlen ~4 oder|sonst ~1 alle|jeder|deine|dein|ich|wir|die ~5 sehen|sieht|fotos|bilder|video|erfahren|erfahrt
    `,
    unless:
      'angebot|linkedin|kaffee|paket|betrug|einverstanden|ausverkauft|zu_haben|wache|teilst|stuhle|platz|lange_sitzungen|meine',
  },
  {
    id: 'pt',
    phrases: `
      sei|sabemos|conheco ~1 onde|em_que_escola|que_escola ~2 mora|trabalha|estuda|dorme|moras
      sabemos ~3 escola ~3 estuda
      paga|pague|manda|mande|envia|responde|senao ~5 ou|senao ~4 publico|fotos|video|ver|amigos|familia
      publico|publicar|vazo|divulgo|mandar|enviar|espalhar ~3 fotos|video|contatos|segredos|contactos|tudo ~2 nua|todos|seus|suas|pra
      ou|senao|e ~2 publico|vazo|divulgo|espalho|mando ~2 suas|seu|as|o|tudo
      tenho|temos ~1 um|fotos|seu ~1 video|fotos|nudes ~1 seu|suas|teu|tuas|nua
      ninguem ~1 gosta_de_voce|gosta_de_ti|te_ama|te_quer|te_suporta
      estou|estamos ~1 te seguindo|vigiando|observando|perseguindo
      vigiando|seguindo ~1 voce|te ~1 ha
      vai|vais|voce ~3 arrepender|lamentar_ter
      arruinar|destruir|acabar_com ~1 a ~1 sua|tua ~1 vida|carreira|reputacao
      se_voce|se_nao ~4 vou|apareco ate|na|a ~1 sua ~1 casa|trabalho
      voce|tu ~1 nao ~1 vale|vales ~1 nada
      gorda|vaca|puta|velha|sua_vaca|sua_gorda nojenta|imunda|feia|ridicula
      voce ~3 patetico|patetica|feia|feio|fracasso|fracassado|da_pena|ridicula|ridiculo|da_medo
      tao feia|feio|gorda ~1 que
      voce_vai fazer ~1 o_que_eu
      senao ~1 vai_ver|vais_ver
      sempre|onde ~1 vou ~1 te encontrar|achar
      nao_pode ~1 fugir|escapar|esconder ~2 mim
      me ~1 deve sexo
      fazer ~1 voce ~1 ser ~1 demitido|expulso|despedido
      bela|bonita|linda ~1 casa ~6 ontem|passei|seria
      seus_amigos|sua_familia|seu_chefe|sua_esposa ~1 vao|vai ~1 ver|saber ~2 video|tudo|fotos|o
      se_nao|ou|senao ~2 pagar|paga|obedecer|fizer ~3 todo_mundo|todos|sua_mulher|seu_chefe|sua_familia|seu_marido ~3 ver|saber|receber
      vou|vamos|irei atras_de voce|ti|voces
      pague|paga|pagas ~2 ou|senao ~1 todos|todo_mundo|sua|seu|as|eu ~5 verao|vera|ver|fotos|saber|video
    `,
    unless:
      'oferta|linkedin|cafe|pacote|golpe|concordarem|esgotado|venda|delegacia|compartilha|cadeiras|juros|lugar_melhor',
  },
  {
    id: 'it',
    phrases: `
      so|sappiamo|conosco ~1 dove|in_che_scuola|in_quale_scuola|quale_scuola ~2 abiti|lavori|va|dormi|vivi
      sappiamo ~3 scuola va
      paga|manda|invia|rispondi|dammi|altrimenti ~5 o|altrimenti ~4 pubblico|foto|video|amici|vedrai|vedranno
      o|altrimenti|e ~1 pubblico|diffondo|mando|invio|mostro ~2 le|tuo|tutti|tue|foto|lo|il
      ho|abbiamo ~2 video|foto|registrazione ~1 tuo|tue|nuda|nudo|di_te
      nessuno ~1 ti ~1 vuole|ama|sopporta|crede
      ti ~1 seguo|spio|osservo|sorveglio ~1 da|ovunque|sempre
      ti ~1 sto|stiamo ~1 sorvegliando|seguendo|osservando|spiando
      te_ne|ne pentirai|pentirete
      rovino|rovinero|rovinare|distruggo|distruggero ~1 la|tua ~1 vita|carriera|reputazione
      se_non|se ~3 vengo|verro|passo ~1 a ~1 casa_tua
      non ~1 vali ~1 niente|nulla
      grassa|brutta|schifosa|vecchia ~1 schifosa|vacca|troia|strega|puttana|cagna
      sei|fai ~3 patetica|patetico|fallito|fallita|brutta|brutto|pena|paura
      farai ~1 quello_che|cio_che|come dico|voglio|dico_io
      ti trovero|troveremo ~1 sempre|ovunque
      non_puoi ~1 scappare|nasconderti|fuggire
      mi ~1 devi ~1 del|il ~1 sesso|corpo
      ti ~1 faro|faremo ~1 licenziare|cacciare|espellere
      bella ~1 casa ~6 ieri|passato|peccato
      i_tuoi_amici|tua_moglie|il_tuo_capo|tutti ~1 vedranno|vedra|sapranno|sapra ~1 video|tutto|le_foto|il
      paga|paghi|pagate ~2 o|altrimenti ~1 tutti|tua|tuo|le|io|il ~5 vedranno|vedra|foto|sapranno|sapra|video
    `,
    unless:
      'offerta|linkedin|caffe|pacco|truffa|d_accordo|esaurito|in_vendita|commissariato|condividi|sedie|posto|festa',
  },
];
