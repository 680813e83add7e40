import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const SEXUAL_CONTENT_LISTS: WordLists = {
  ...SHARED,
  part: 'cock dick dicks pussy cunt clit tits boobs penis erection boner balls ass arse nipples shaft boob titties vagina crotch breasts butt',
  act: 'fuck fucking fucked suck sucking lick licking spank spanking undress undressing shag finger fingering bang ride riding screw bone hump grope rub rubbing taste strip masturbate wank jerk_off go_down_on make_love make_love_to sext bed sleep_with have_sex touch_myself cum orgasm bend_over',
  nude: 'nude nudes naked topless sexy undressed without_clothes without_your_clothes without_any_clothes intimate noods nood noodz nudez in_your_underwear',
  pics: 'pic pics picture pictures photo photos selfie selfies video videos clip body girls women shots',
};

export const SEXUAL_CONTENT: readonly PhraseFamily[] = [
  {
    id: 'solicitation',
    phrases: `
      send|show|give|share|post|email|text|prove ~3 {nude} ~3 {pics}
      send|show|give|share|text ~2 me|us ~3 nudes|noods|nood|nudez|tits|boobs
      send|get|have|see ~3 {pics} ~4 naked|nude|topless|without_clothes|without_your_clothes|in_the_shower|undressed|in_your_underwear
      nude|topless|naked|sexy ~1 selfie|selfies|photo|photos|pictures|pics|picture|video ~2 of
      see|show|imagine|want|picture|have|love ~2 you|your|yourself ~2 naked|nude|undressed|topless|tits|boobs|bare
      your ~1 naked|nude ~1 body
      i|want|wanna|love|let_s|we|would ~2 have|having ~1 sex ~1 with_you|with_me|tonight|now|again|us|together|baby
      i|you|we|us|ourselves|let_s|and|to ~2 have|having|had ~1 sex ~1 with_you|with_me|on_the|in_the|tonight|with_us|us|do_you|right_now|together
      i|we|you|to|let_s|me|going_to ~2 fuck ~1 you|me|him|her|us|my|your|harder|hard
      make_love ~2 you|me|on|tonight
      i ~5 want ~1 you ~3 naked|inside_me|in_my_bed|on_all_fours|on_top_of_me|in_me|so_bad_in_bed
      i ~1 want|need|love ~2 your ~1 mouth|lips|tongue|hands|body ~2 on|around|me|lower
      feel|want|need ~1 you ~1 inside me
      i_want|want|love|like|let_me ~2 taste|lick|suck|touch|kiss ~2 you|your|me ~3 between|legs|all_over|down_there|undress|thighs|everywhere
      lips|mouth|tongue ~2 around|on ~2 shaft|{part}
      sleep with ~2 me|my_wife|him ~2 and|or|while|tonight|for
      horny
      so|me|you|so_much|turned ~1 turn|turns|turned ~1 me|you|on ~1 on ~1 so|much|touching|when
      turn_me_on|turns_me_on ~1 so
      touching|touch ~1 myself|yourself
      what ~1 are_you_wearing ~6 off|under
      take_off|take ~1 your|it ~1 panties|bra|underwear|thong|off_slowly
      panties|thong|lingerie ~3 off|remove|smell|used|worn
      unhook|undo|open ~2 bra
      undressing|undress|strip ~2 you|for_you|for_me|slowly
      come_over|come|join ~2 and ~1 ride|join|fuck ~1 me
      i_m|i_am|we_re ~1 naked|nude ~3 bed|waiting|come|join|alone|for_you
      not_wearing_anything|wearing_nothing|without_clothes ~6 bed|hurry|come
      bed ~6 not_wearing|wearing_nothing|naked
      get|be|dance ~1 naked ~3 camera|cam|for_me|me|with
      make_you ~1 come|cum|moan|scream|squirt ~2 all_night|for|again|tonight|with|so
      i ~1 came|cum|climaxed ~3 thinking|imagining|watching|of_you
      cum for|on|in|inside
      rub|finger|touch|play_with|lick|suck|grab|stroke|spank|squeeze ~1 your|my|her|his|the|that ~2 {part}|bare
      suck ~1 my|it_bitch
      let_s|wanna|want_to sext
      go_down on ~1 me|you
      bend_over ~6 spank|fuck|behind|take|for_me
      spank|tie|handcuff ~1 you|your|me ~4 ass|bed|use|naked|bare|over
      tie ~1 you|me ~3 bed
      phone|cam|cyber|group|anal|oral|unprotected|rough|regular ~1 sex
      sex ~1 with_a_stranger|on_the_desk|without_a_condom|chat|dating|partner_tonight|toys|toy|slave|tape|cam|cams|hookup
      available|looking|search*|pay|paid|paying|free|want|wanted|money ~3 for ~3 sex|quickie|blowjob|handjob|hookup|one_night_stand|shag
      sugar_baby|sugar_daddy|one_night_stand|friends_with_benefits|no_condom|without_condom|threesomes|gangbang|join_our_orgy|swingers|wife_swap*
      night in_your|in_my bed
      good_in|freak_in|great_in bed
      could_use ~1 good ~1 shag|fuck|lay
      dirtiest|filthiest|wildest|dirty ~1 sexual|fantasy|fantasies|thoughts
      fetish
      your ~1 ass|tits|boobs|body|breasts|lips|curves ~2 looks|drive|drives|is|are|make|makes|turn ~2 amazing|me|hot|so|crazy|perfect|hard
      how_big|how_long|longer|bigger|size ~2 your|is_your|average ~1 {part}|show
      your|is_your ~1 penis|cock|dick ~3 longer|big|hard|average|show|size
      you ~1 owe_me sex
      i_got|i_get|got_so|am_so|m_so|so hard|wet ~2 when|for_you|thinking|for|watching|reading
      i_m|i_am ~1 dripping|soaking|so_wet
      take_me ~1 i_m dripping
      would ~1 you ~1 sleep_with ~2 while ~3 watch
      let_me ~2 undress|strip|lick|taste|go_down|spank|unhook
      take_off|take|remove|drop|lose|slip_off ~2 your|the|all|that ~2 clothes|shirt|dress|top|blouse|underwear|pants|skirt|jeans ~1 off ~5 {pics}|camera|cam|show|send|me
      take_off ~2 clothes|shirt|dress|top|blouse|underwear|pants|skirt|jeans ~4 send|show|film|for_me|for_us
      are_you|you_re|is_she|getting|make_you|makes_you ~1 wet|hard|horny ~1 right_now|for_me|yet|already|down_there|thinking|baby
      bed|room|sofa|door ~2 with_nothing_on|wearing_nothing|in_nothing_but|without_clothes
      with nothing_on ~4 bed|waiting|for_you|come
      waiting ~4 bed ~3 nothing_on|naked|for_you
      wear|wearing|come|show_up|bring ~1 no|without|without_any panties|underwear|bra|knickers|thong
      kiss|kissing|touch|touching|lick|licking|suck|sucking|caress|caressing|stroke|squeeze|grab|bite|biting|fondle|fondling ~2 your|her|his ~2 {part}
      give|get|gave|promise|have ~3 orgasm|orgasms|climax
      your|that|her ~1 {part} ~4 jeans|skirt|dress|leggings|pants|shorts ~4 grab|touch|want|hard|crazy|squeeze|hot
      want|need|imagine|picture ~1 you ~1 naked|nude|undressed
      hand|hands|fingers ~2 up|under|down|inside ~1 your ~1 skirt|dress|shirt|blouse|pants|panties|jeans
      lips|mouth|tongue|hands ~2 all_over ~2 body|you|your
      sit on my ~1 face|lap
      private|live|sexy|hot ~1 webcam|cam show|shows|chat|girls
      turned|turn|turns ~1 on ~1 when|by ~2 you
      imagin*|picture|picturing|think|thinking|dream|dreaming ~4 you on ~1 your_knees|all_fours
      for_the_night|for_one_night ~5 you ~2 do ~2 everything|anything|whatever ~1 i|we like|want|say
      photo|photos|picture|pictures|pic|pics|selfie|video ~2 without ~2 bra|clothes|panties|shirt|underwear
    `,
    unless:
      'museum|painting|chicken|duck|turkey|oven|recipe|screening|museum|kitchen|damage|eye|class|essay|education|parents|driver|consent|bridge_of|condition|harassment|offence|salad|shoes|golf|cocktail|infection*|transmitted|trafficking|victims|victim|baby_clothes|cable',
  },
  {
    id: 'explicit',
    phrases: `
      blowjob|blowjobs|blow_job|blow_jobs|handjob|handjobs|hand_job|rimjob|footjob|deepthroat|gangbang|bukkake|creampie|cumshot|cumshots|dildo|dildos|buttplug|vibrator|fleshlight|bdsm|milf|milfs|dickpic|dick_pic|dick_pics|cunnilingus|fellatio|fisting|hentai|onlyfans|camgirl|camgirls|wank|wanking|boner|upskirt|titties|cocksucker|pegging
      masturbat*|jerking_off|jerk_off|fingering
      hardcore|amateur|teen|free|lesbian|gay|xxx|explicit|uncensored|adult|nude ~2 porn|sex_videos|xxx_videos|sex_tape|sex_tapes|adult_videos|cams|sex_cam|videos_uncensored|girls|cam_girls
      xxx ~1 live|cams|video*|pics|girls
      unlimited|free|watch|best|hot adult ~1 videos|movies|clips|films
      porn|porno ~2 videos|video|movies|site|clip|clips|star|free|here|now|for_free
      hot|sexy|horny|single|local singles|housewives|girls|milfs|women|moms|wives ~4 sex|near|you|call|area|waiting|town|meet
      erotic|sensual|nuru|tantric ~1 massage|massages|services|story|stories|chat
      massage ~3 happy_ending
      escort|escorts|call_girl|call_girls|brothel|brothels|hooker|hookers ~3 night|service|services|euros|full|book|tonight|city|best|girls|girl|available
      his|her|my|your ~1 cock|dick|pussy|cunt|clit|erection|nipples|shaft|penis ~4 inside|wet|hard|hardened|pressed|tongue|deep|mouth|drip*|thrust*|throb*|in_her|in_me|is_wet|sucked
      wet|tight|dripping|hard|throbbing|big|huge|fat ~1 pussy|cunt|cock|dick
      suck*|lick*|sucked|licked|kiss|kissed|stroke*|grabbed|squeezed|rubbed|fondled|groped ~1 his|her|my|your|the ~2 {part}
      she|he ~1 took|takes|had ~1 him|her|it|me ~2 in_her_mouth|in_his_mouth|from_behind|deep
      took|takes ~1 me|her|him ~1 from_behind
      spread her|your|my ~1 legs
      he|she ~2 thrust|entered|penetrated|pushed_himself ~2 into|her|me|inside|deeper
      he|she entered|penetrated ~1 her|him|me
      moan*|begged|gasped ~4 harder|{part}|orgasm|fuck|when|until|tongue|again
      until ~1 she|he moaned|came|orgasmed
      love ~4 you ~1 moan
      orgasm|orgasms|climaxed ~2 twice|again|together|times|with|she|reached|her
      reached ~2 orgasm|climax
      anal ~1 for|sex
      anal ~2 first_time|story|sex|plug|virgin
      fuck me|her|him harder|hard|again|please|now|deep*|all_night
      begged|wanted|asked ~3 to fuck
      sex_toy|sex_toys|sex_cam|sexcam|sex_chat|nude_girls|naked_girls|live_sex|sexy_girls
      filmed ~3 having_sex
      we ~1 fucked|shagged
      nude|naked girls|women|teens|wives|celebrities
      bring ~1 lube
      show ~1 your ~1 body ~4 webcam|cam|camera|tokens|clothing
      strip ~2 for_you|on_webcam|on_cam|live
      underage|child|kiddie|preteen|minor porn|sex|nudes|erotica|pornography
      child|underage|preteen|kiddie porn|porno|pornography|erotica|nudes
      moan*|gasp*|groan*|scream* ~2 while|as|when ~2 he|she|they|i ~2 inside|on_top|took|entered|rode|pushed
      he|she|i ~1 was|is|felt inside|deep_inside ~1 her|him|me
      lick*|kiss*|caress*|bit|stroke* ~1 her|his|my|your ~1 inner ~1 thighs|neck_and_breasts
      lick*|kiss*|caress*|stroke* ~1 her|his|my|your thighs|belly_and
      pull*|slid|slide|tear|tore|rip*|remove* ~2 down|off ~2 her|his|my|your panties|underwear|bra|boxers|knickers
      unzip*|unbutton*|unbuckle* ~1 his|her|my|your ~1 trousers|pants|fly|jeans|belt|dress|blouse|shirt ~6 knelt|kneel|mouth|hand|inside|kissed|touched|began
      hand|hands|fingers|tongue ~2 between|up|inside|under ~1 her|his|your|my ~1 legs|thighs|skirt|dress|panties
      watch me play ~1 with ~1 my|myself ~1 toys|toy|pussy|nipples
      cam|webcam show ~4 naked|strip|live|tonight|ten|nude
      i ~1 get|got|am|m ~1 so|really|always hard|wet|horny ~2 when|every_time|whenever|thinking|for_you
      i ~1 get|got hard|wet|horny ~1 when|every_time|whenever ~1 you|i
    `,
    unless:
      'addiction|blocked|blocks|consent|harassment|spam_filter|minister|vehicle|permit|doctor|treated|whale|moby|parents|network|education|prevent*|arrested|screw*',
  },
  {
    id: 'es',
    phrases: `
      manda*|envia*|pasame|quieres|mandas|muestra* ~3 foto|fotos|video|pack ~2 desnud*|sin_ropa|nudes|intim*|tuyas_desnuda
      quiero|queria|voy_a|ganas_de|deseo ~2 follar*|chupar*|acostarme|hacerte_el_amor|lamer*|cogerte|comerte_el|tocarte|metertela|hacer_el_amor|sexo|desnudarte|penetrar*
      ensename|muestrame|ver ~1 las|tus|mi|tu ~1 tetas|polla|pechos|cono|culo|verga|pene|pezones
      mi|tu polla|verga|cono|pene
      cachondo|cachonda|caliente_por_ti
      masturb*|pajear*|paja
      porno|xxx ~2 gratis|videos|online|ahora
      videos ~1 porno|xxx|eroticos
      quitate ~1 las|el|la ~1 bragas|sujetador|tanga|ropa_interior|ropa_despacio
      masaje|masajes erotico|eroticos|sensual
      final_feliz
      chicas|mujeres ~1 desnudas|calientes|cachondas
      estoy|soy ~1 desnuda|desnudo ~3 cama|ven|para_ti|esperandote
      culo ~2 increible|comeria|me_encanta|rico|precioso
      me ~1 corri|corro|vengo ~2 pensando|contigo|en_tu|de_ti
      busco ~1 sexo|follar|rollo
      sexo sin_compromiso|oral|anal|duro|esta_noche
      mamada|mamadas|pajas|orgia|trio_sexual|corrida
      tocate
      quita*|quitate|sacate ~1 la|toda|tu ~1 ropa|blusa|camisa|vestido ~3 manda*|envia*|foto|fotos|video|camara|para_mi|ensename
      desnudate
      verte|tenerte|imaginarte ~1 desnuda|desnudo
      quitarte|arrancarte|sacarte ~1 la_ropa|las_bragas|el_vestido|el_sujetador
      hacerte|hacerle|hagamos ~1 el_amor
      foto|fotos|video ~3 de tus|tu ~1 tetas|pechos|culo|cono
    `,
  },
  {
    id: 'fr',
    phrases: `
      envoie*|montre*|envoies|envoyez ~3 photo|photos|video|nudes ~4 nue|nu|sans_vetements|intimes|nus|deshabille*
      veux|envie|voudrais|vais|aimerais ~3 baiser|sucer|coucher|te_lecher|faire_l_amour|niquer|te_prendre|te_deshabiller|jouir|sexe
      montre|montrez|voir ~1 moi|tes|ma|mes|ta ~1 seins|bite|tes_seins|chatte|cul|queue|fesses
      ma|ta|sa ~1 bite|queue_dure|teub
      bande|excite je_bande|de_toi
      excite|excitee ~2 je_bande|par_toi
      je bande|mouille
      me|se ~1 masturbe|branle|caresse
      porno|pornos|xxx ~2 gratuit*|videos|en_ligne
      videos porno|pornos|erotiques
      enleve|retire ~1 ta|ton|tes ~1 culotte|soutien_gorge|string|sous_vetements
      massage|massages erotique|erotiques|sensuel|coquin
      filles|femmes ~1 nues|chaudes|coquines
      je_suis|suis ~1 nue|nu ~4 lit|viens|pour_toi
      cul ~2 incroyable|en_reve|d_enfer|me_rend
      joui|jouis ~2 pensant|pour|en
      plan_cul|plan_sexe|coup_d_un_soir
      fellation|branlette
      paie|paye|taille|tailler ~3 une pipe|fellation|branlette
      touche|caresse toi
      enleve|enlevez|retire|ote ~1 tes|ta|tous|ton ~1 vetements|robe|chemise|habits|haut ~3 envoie*|montre*|photo|video|camera|pour_moi
      deshabille|deshabillez toi|vous ~5 photo|envoie*|camera|pour_moi|montre*
      photo|photos|video|selfie ~2 de tes|ta|ton ~1 seins|fesses|chatte|cul|corps_nu
      enlever|arracher|retirer ~1 tes|ta|ton vetements|robe|culotte|soutien_gorge
    `,
    unless: 'terrasse|tabac|fume|chaussures|musee',
  },
  {
    id: 'de',
    phrases: `
      schick*|zeig*|schickst|sende ~4 nacktfoto*|nacktbild*|foto_ohne_kleider|foto_ohne_kleidung|nudes|titten|bruste|arsch
      nacktfotos|nacktbilder|nacktvideo*
      foto|fotos|bild|bilder ~1 ohne kleider|kleidung|klamotten
      will|mochte|wurde|lass ~4 ficken|vogeln|bumsen|blasen|lecken|schlafen_mit_dir|mit_dir_schlafen|sex
      mit_dir ~2 schlafen|ficken|vogeln
      dich ~2 ficken|vogeln|bumsen|lecken|ausziehen_und|durchficken
      titten|muschi|fotze|mose
      meinen|mein|deinen|sein|seinen|harter ~1 schwanz|penis|pimmel ~2 sehen|lutschen|blasen|spuren|in
      schwanz ~1 sehen|lutschen|blasen|in_dir|lecken
      geil auf ~1 dich|sex
      ich_bin ~3 geil
      befriedige|befriedigen ~1 mich|dich|selbst
      masturb*|wichse|wichsen
      porno|pornos
      zieh ~2 hoschen|bh|slip|string|unterwasche ~2 aus
      hoschen|tanga ~1 aus
      erotische|erotik ~1 massage|massagen|chat|kontakte
      massage ~3 happy_end|happy_ending
      nackte|nackten ~1 frauen|madchen|girls|weiber
      nackt ~2 bett|vor_der_kamera|komm|auf_dich
      dein ~1 arsch|hintern|korper ~2 macht_mich|ist|geil ~2 verruckt|heis|geil
      ich_bin gekommen ~3 als|dachte|weil
      suche|will|zahle_fur|biete ~2 sex
      sex mit|ohne|heute ~1 dir|verpflichtung|kondom|nacht|verpflichtungen
      blowjob|handjob|dreier|gangbang|orgie
      fass dich ~2 an
      einen blasen
      zieh dich ~1 aus ~3 schick*|foto|bild|video|kamera|fur_mich|zeig*
      zieh dich nackt|ganz|langsam aus
      pornovideo*|pornofilm*|pornoseite*|sexvideo*|sexfilm*|nacktvideo*
      scharf|geil|heis auf ~1 dich
      fummeln
      foto|fotos|bild|bilder|video ~2 von ~1 deinen|deinem|deiner ~1 brusten|titten|arsch|muschi|hintern
    `,
    unless: 'jacke|warm|wind|hund|grippe|verschwendet|brustkrebs|gesperrt|jugendlichen|belastigung',
  },
  {
    id: 'pt',
    phrases: `
      manda*|envia*|mostra*|mande|envie ~4 foto|fotos|video|nude|nudes ~4 pelada|pelado|nua|nu|sem_roupa|intima*
      manda|envia|quero ~1 nudes|nude
      quero|queria|vou|vontade_de|adoraria ~3 te_foder|foder|transar|te_chupar|chupar|fazer_amor|te_comer|te_lamber|trepar|sexo|comer_voce|dormir_com_voce|gozar
      mostra|ver|mostre ~2 seus|sua|meu|os|o ~1 peitos|peito|bunda|pau|buceta|pinto|rola|os_peitos
      meu|seu pau|pinto|caralho_duro
      muito|com|de tesao
      me|se masturb*
      me ~1 masturbando|tocando
      masturbando
      porno|pornos|pornografico
      videos|filmes porno|xxx|eroticos
      tira|tire ~1 a|o|essa ~1 calcinha|sutia|cueca|roupa_toda
      massagem erotica|sensual|tantrica
      garotas|mulheres|meninas|novinhas ~1 nuas|peladas|quentes
      estou|to ~1 nua|pelada|nu|pelado ~3 cama|vem|te
      bunda ~2 me_deixa|linda|gostosa|me
      gozei|gozo|gozar
      procuro|quero|busco ~1 sexo
      sexo sem_compromisso|oral|anal|casual
      boquete|punheta|suruba|siririca|putaria
      se toca|toque para|pra|por
      tira|tire|tirar ~1 a|sua|essa|toda ~1 roupa|blusa|camisa|vestido ~3 manda*|mande|envia*|foto|video|camera|para_mim|pra_mim|mostra*
      fica|fique ~1 pelada|pelado|nua|nu ~3 mim|camera|foto
      foto|fotos|video ~2 dos|das|da|do|de ~1 teus|seus|tuas|suas|tua|sua ~1 peitos|seios|bunda|tetas
      tirar|arrancar ~1 a_sua|a_tua|sua|tua roupa|calcinha
    `,
    unless: 'bandeira|cozinha|exame|museu',
  },
  {
    id: 'it',
    phrases: `
      manda*|invia*|mandi|fammi_vedere|mostra* ~4 foto|video ~4 nuda|nudo|senza_vestiti|intim*|sexy
      voglio|vorrei|voglia_di ~2 scoparti|scopare|leccar*|succhiar*|fare_l_amore|venire_a_letto|fotterti|sesso|portarti_a_letto|spogliarti|toccarti
      vedere|mostrami|mio|tuo ~2 tette|cazzo|tuo_culo|figa|seno_nudo|il_mio_cazzo
      tette|cazzo_duro|figa
      il_mio|mio cazzo
      ce_l_ho duro
      eccitato|eccitata da|per|pensando
      mi ~1 masturbo|tocco ~1 pensando|per|guardando
      masturb*|sega|segarmi
      porno|pornografici
      video ~1 porno|xxx|erotici
      togliti|toglimi|sfilati ~1 le|il|la ~1 mutandine|reggiseno|perizoma|mutande
      massaggio|massaggi erotico|erotici|sensuale
      lieto_fine|happy_ending
      ragazze|donne ~1 nude|calde|arrapate
      sono ~1 nuda|nudo ~3 letto|vieni|per_te
      culo ~2 mi_fa|stupendo|da_favola
      sono venuto|venuta ~1 pensando|solo|pensandoti
      cerco|voglio|offro ~1 sesso
      sesso senza_impegno|orale|anale|stasera
      pompino|pompini|orgia|sborra*|scopata
      toccati
      spogliati
      togliti ~1 i|tutti|quei ~1 vestiti|abiti|camicia|maglietta ~3 manda*|invia*|foto|video|webcam|per_me|fammi
      ti ~1 voglio|immagino|vorrei ~1 vedere ~1 nuda|nudo
      ti voglio|immagino|vorrei ~1 nuda|nudo
      foto|video ~2 delle|del|dei|di ~1 tue|tuo|tuoi ~1 tette|seno|culo|capezzoli
      toglierti|strapparti ~1 i_vestiti|la_gonna|le_mutandine|il_reggiseno
    `,
    unless: 'medico|visita|romanzo|favola|museo|cucina|disegno|conto|fiaba',
  },
];
