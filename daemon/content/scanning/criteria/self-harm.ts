import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const SELF_HARM_LISTS: WordLists = {
  ...SHARED,
  die: 'kill_myself killing_myself end_myself ending_myself end_it_all ending_it_all end_my_life ending_my_life take_my_life taking_my_life take_my_own_life taking_my_own_life hang_myself hanging_myself shoot_myself shooting_myself drown_myself drowning_myself cut_myself cutting_myself starve_myself starving_myself burn_myself commit_suicide committing_suicide overdose jump_off jump_in_front slit_my_wrists slit_my_throat bleed_out stab_myself poison_myself gas_myself off_myself unalive_myself end_everything ending_everything hurt_myself hurting_myself harm_myself harming_myself throw_myself step_in_front gut_myself',
  youdie:
    'kill_yourself kill_urself kill_yourselves kill_ur_self hang_yourself shoot_yourself drown_yourself cut_yourself starve_yourself neck_yourself end_yourself off_yourself unalive_yourself end_your_life end_your_own_life end_it_already take_your_life take_your_own_life commit_suicide slit_your_wrists cut_your_wrists poison_yourself end_your_pathetic_life play_in_traffic end_your_miserable_life',
  high: 'bridge roof cliff building balcony window tower train bus truck tracks traffic platform subway',
  pills: 'pills pill tablets bottle medication sleeping_pills bleach poison insulin paracetamol antifreeze',
};

/** Activities in which people hurt themselves a little. */
const HARMLESS = `
  laughing|overtime|report|shaving|football|stove|slice|embarrassment|boredom|work|iron|slack|cake|peaceful_mode|soccer|gym|knife_in_the_kitchen|with_this|forgetting
  rasieren|bugeleisen|fusball|bericht|arbeit|scham
  afeitandome|plancha|futbol|informe|verguenza|risa|aburrimiento|trabajo
  rasant|fer|football|honte|tache|rire
  fazendo|ferro|futebol|relatorio|vergonha|tedio|rir
  facendo|ferro|calcio|lavoro|vergogna|noia|ridere
  thinking_about|think_of|thoughts_of|feel_like|pensi|piensas|pensez|denken|pensa ~4 call|llama|appelez|chiama|rufen|ligue|reach_out
  are_you ~1 having|thinking
  if ~2 someone|you|they|a_friend|anyone|somebody ~2 say*|feel*|are|is|have
  do_not_hesitate|warning_signs|helpline|hotline|teenagers|risk_of|prevention|prevencion|youth
  stock|lift|boxes|surgery
  daemon|process*|job|cells|rats|plants|laptop|phone
`;

export const SELF_HARM: readonly PhraseFamily[] = [
  {
    id: 'announcement',
    phrases: `
      {iam}|{iwill}|i|to|and|me|about ~3 {die}
      killing_myself|ending_my_life|suicide is ~2 only|answer|option|way|best
      {iwill}|i|to|just ~2 want|wish|rather|ready|need|like|love|hoping|hope|wanted|going ~2 die|be_dead|i_were_dead|i_was_dead|were_dead|disappear_forever|disappear_for_good|not_exist|never_been_born|be_dead_than|never_wake_up
      i_d|i_would rather ~1 be_dead|die_than
      not|don_t|dont|no_longer|stopped|never ~2 want|wanting|wish ~1 to ?be ~1 live|exist|alive|be_here|wake_up ~1 anymore|any_more|any_longer|another|life|tomorrow|on
      don_t|dont|not|no_longer want ~1 to_live|to_exist|to_be_alive
      life is|isn_t|is_not ~1 worth|over|pointless|meaningless ~4 living|farewell|done|end|goodbye|anymore
      not worth_living ~4 i|me|my
      will_to_live
      deserve ~1 live|life|to_live|to_die|be_alive
      i|im ~2 tired|sick|done of|with ~1 living|life|being_alive|existing
      nothing ~2 live_for|to_live_for|left_for_me|matters_and|left_in_me
      i ~2 see|know|find ~1 no ~1 way_out|point|reason|other_way|future
      no_point|no_reason ~4 another_day|living|going_on|being_here|being_alive
      i_just|i_only|i ~1 want|need ~1 it ~2 all_to_end|to_stop_forever|to_be_over|to_end|over_forever
      better_off|easier|happier|better ~1 without_me|if_i_were_dead|if_i_died|dead|if_i_just_didn_t_wake_up|when_i_m_gone|if_i_was_gone
      it_would_be easier ~4 wake_up|dead|not_be
      i_can_t_go_on|can_t_do_this|can_t_take_it|cannot_go_on|couldn_t_do_this ~6 jump|goodbye|sorry|anymore|any_longer|longer|end
      when_i_m_gone|after_i_m_gone|when_i_am_gone|once_i_m_gone
      i_ll|i_will|be|finally ~2 gone for_good|forever
      by_the_time you ~3 read|get|see ~4 dead|gone|over|late
      i_will|i_ll|will ~1 not_be|no_longer_be|won_t_be ~1 alive|a_burden|around ~2 next|tomorrow|anymore|any_more|any|to_anyone|by
      burden to ~1 any|anyone|everyone|you|family ~2 any_more|anymore|longer
      my|a|this_is ~1 suicide_note|suicide_letter|goodbye_letter|farewell_letter
      this_is_my|my_last|a ~1 goodbye|farewell|message ~6 dead|gone|never|over|alive
      suicidal ~4 plan|want|i|me|help|thoughts_every
      i_m|i_am|i|feel|am|feeling ~1 suicidal
      thinking|think|thought|dream|fantasi*|planning|considering|searching ~1 about|of ~1 ?my ~1 suicide|ending_it|dying|killing_myself|my_own_death
      swallow|take|took|swallowed|taking|ate ~4 {pills} ~2 i_have|ago|die|all|sleep|and|until|whole
      taken|take|took|swallowed|swallow ~1 all|whole|forty|fifty|every|hundred ~2 {pills}
      how_many ~3 {pills} ~4 die|kill|overdose
      stopped ~2 taking|eating ~6 over|die|soon|disappear|end
      i|my|me ~4 rope|noose|gun|razor|knife|roof ~8 on_myself|which_tree|brave_enough|my_wrist|end_it|goodbye
      jump ~3 {high}
      hold|held|put|pressing ~3 knife|blade|razor|gun ~2 wrist|head|throat|arm|mouth
      cut|cutting|burn|burned|burning|scratch|scratching|hurting ~2 my ~1 arms|wrists|wrist|thighs|arm|legs|skin ~4 again|because|felt|good|nobody|notice*|deserve|every
      keep|kept|started|can_t_stop|again ~1 cutting|hurting|harming|burning|starving ~1 myself|my
      cut|hurt|burned|starved|starving ~1 myself ~2 again|last_night|on_purpose|because|to_feel|for_weeks|until
      forgive ~2 me ~3 about_to_do|going_to_do
      tried_to|try_to|attempted kill_myself|hang_myself|die|suicide
      bleed_out in|until
      tonight ~2 i ~2 make_it_stop|end_it|die|go_forever
      dying is|would_be ~3 only|best|look_forward|relief|hope
      let_s|we|together ~2 die ~1 together
      if_you ~4 you_would|you_d ~1 kill_yourself with_me
      no|any|a|single|one ~1 reason|reasons ~5 to ~1 stay_alive|be_alive|keep_living|go_on_living|keep_on_living|live_any_longer|go_on_with_life
      thinking|think|thought|thoughts|planning|fantasi* ~1 about|of|on ~1 overdos*|hanging_myself|jumping_off|ending_it_all|slitting_my|shooting_myself|drowning_myself|cutting_myself
      wrote|written|writing|write|left ~3 goodbye_letter|goodbye_letters|farewell_letter|farewell_letters|suicide_note|goodbye_note|will_and_a_goodbye
      standing|stand|sitting|sit|i_m|i_am ~2 on|at ~3 bridge|building|roof|cliff|train|balcony|window|tower|platform|ledge|railing|tracks ~6 jump|let_go|step_off|end|fall
      never|not ~1 wake_up ~1 again|anymore ~4 pills|tablets|sleeping
      pills|tablets ~4 never|not ~1 wake_up
      enough ~2 pills|tablets ~3 to|for ~4 die|never|kill|end|forever|sleep_forever
      don_t|cannot|can_t|no|not|only ~3 way_out|escape|solution|exit|option ~3 except|but|other_than|than|is|left_is ~2 suicide|death|dying|ending_it
      i_ll|i_will|i_m|i_am ~2 be ~1 gone ~4 look_for_me|find_me|miss_me|forgive
      burn*|cut|cutting|hurt|scratched ~1 myself ~2 with ~2 cigarette|razor|blade|lighter|knife|glass|scissors ~1 again
      can_t|cannot|couldn_t ~1 bear|stand|take|endure ~1 this|my|the ~1 life|existence|living
      when_i_m_not here|around ~1 anymore|any_more ~8 life|bear|take
      ledge|railing|bridge|roof ~6 let_go|nearly_jumped|almost_jumped|step_off
      how_many ~3 {pills}|paracetamol|aspirin|tylenol|ibuprofen ~5 die|kill|fatal|lethal
      nobody|no_one ~1 will|would|ll ~1 notice|miss|care|cry ~4 when|if|once|after ~1 i_m|i_am ~1 dead|gone
      i ~1 have|got|bought|ve_got|tied ~2 rope|noose|razor_blade|razor_blades ~6 letter|note|goodbye|ready
      i ~1 ll|will|m_going_to|am_going_to ~2 be_on|lie_on|lie_down_on|jump_onto|step_onto|throw_myself_onto|wait_on ~2 tracks|rails|railway
      tonight|today|now ~1 i_ll|i_will|i_m_going_to|i_am_going_to ~1 finally ~1 do_it|end_it
    `,
    unless: `${HARMLESS}
      live|living ~1 in|near|with ~2 city|centre|town|flat|house|paris|village|country
      tie|slide|coffee|office|cake|video|server|hear
      she|he|they|character|patient|soldier|years_in_which ~5 wanted|decides|denies|takes|end
    `,
  },
  {
    id: 'encouragement',
    phrases: `
      kys|kysn|kyss
      you|u|just|go|should|please|and|already|why_don_t_you|could|to|of ~3 {youdie} ~1 already|now|please|tonight|loser|it|you|nobody|and|so|with|then|idiot|anyway|today|for_me|freak
      go|please|just|should|and|why_don_t_you|why_not|to|better|hope_you ~3 kill_yourself|kill_urself|hang_yourself|shoot_yourself|drown_yourself|neck_yourself|end_yourself|off_yourself|unalive_yourself|end_your_life|commit_suicide|take_your_own_life|slit_your_wrists|be_dead|take_your_life|starve_yourself|starve_herself|die_already|go_and_die|hurt_yourself
      you_should|you_could_do|you_could_do_is|is|why_don_t_you|why_not|go_and|please|you_ought_to|you_must|hope_you|you_better|you ~1 die|be_dead|jump_off|jump_in_front|overdose ~1 already|now|alone|today|with_it
      you_should|you_could_do_is|could_do_is|why_don_t_you|why_don_t_you_go_and die|be_dead|jump_off|jump_in_front|overdose
      kill_yourself|kill_urself|hang_yourself|neck_yourself|slit_your_wrists|off_yourself|end_your_life|take_your_own_life|unalive_yourself
      go_die|go_and_die|go_kill|just_die|please_die|die_already
      why_don_t_you|why_not ~2 die|kill|jump|hang|end
      better_off|better ~1 dead|if_you_were_dead|without_you|if_you_died
      world|everyone|everybody|nobody|no_one|we ~3 better|miss|cares|care|waiting ~3 without_you|you_if|if_you_live|for_you_to_die|for_you_to_end|you_were_gone
      nobody|no_one ~1 would|will ~1 miss_you ~2 if|hang*|died|dead|gone
      best ~2 you_could_do ~2 die|disappear|end
      favour|favor ~3 jump|die|kill|gun|end|hang|disappear|off
      drink ~1 bleach|poison|antifreeze|drain_cleaner
      swallow ~1 the|all|whole ~1 {pills}
      go|should|please|just|and ~2 jump|throw_yourself|step ~3 {high}
      jump|throw_yourself in_front_of|off ~1 a|the ~2 {high}
      waste_of_air|waste_of_oxygen ~3 go|die|end
      you_are|you_re ~1 worthless|nothing|useless ~2 end_it|die|kill
      end_it|do_it|end ~1 already|your ~2 life|now
      put|stick ~1 gun|pistol|barrel in|to ~1 your ~1 mouth|head
      find|found ~3 courage|guts|balls|decency ~2 off|kill|end|jump|commit
      you_know_where ~2 roof|bridge|rope|knife|pills|gun
      rope|noose|razor|knife|chair ~4 use_it_on_yourself|on_yourself|cut_deeper|kick_it_away|around_your_neck
      take_the|use_the ~1 razor|blade|knife ~2 cut
      tie ~2 rope|noose ~6 chair|neck|jump|kick
      you_should|you_ought|ever_considered_that_you_should ~1 be_dead|not_be_alive
      carve ~4 arm|skin|leg|wrist
      nobody_cares|no_one_cares ~2 live_or_die
      stop_eating ~6 starve|girl|fat|should
      you_deserve ~2 rope|noose|to_die
      life|your_life ~1 is ~1 worthless ~3 anyway|end|take
      cutting helps|works|feels
      should ~1 starve herself|himself|yourself|themselves
      starve|cut|drown|burn|choke|hang yourself ~1 until|till|to ~4 death|thin|worth|bones|look*|pretty|bleed|dead
      why_don_t_you|why_not|you_should|you_could|go|just|please|try_to ~2 swallow|drink|eat|gulp ~2 bleach|poison|antifreeze|drain_cleaner|rat_poison|detergent|pills
      world|nobody|no_one|earth|we ~2 need|needs|wants|want ~1 you ~4 hang|kill|pills|die|jump|take_the
      i_d|i_would ~2 have|ve hanged|shot|killed|drowned|hung myself
    `,
    unless: HARMLESS,
  },
  {
    id: 'instruction',
    phrases: `
      how_to|ways_to|way_to|method*|means|tips|guide|steps|here_is_how|easiest|painless|least_painful|quickest|quick_method|fastest|challenge ~5 kill_yourself|kill_myself|hang_yourself|hang_myself|commit_suicide|die_painlessly|end_my_life|end_your_life|suicide|self_harm|purge|overdose|starve|cut_yourself|cut_myself|fasting_until|die_without
      purge|vomit|throw_up ~3 after ~2 meal|eating|every
      thinspo|proana|pro_ana|thinspiration
      fasting until you ~1 disappear|vanish|faint
      without_anyone|without_your_parents|nobody ~2 noticing|notices|looks ~6 cut|hang|purge|thighs
      try_it|cut|cutting ~2 on ~1 your thighs|wrists|arms
      razor|blade|knife|scalpel ~4 works|work|is_best ~4 vein|veins|wrist|wrists|artery
      cut|slice|press ~3 along|down|lengthwise|across ~2 vein|veins|wrist|wrists|artery
      if_you faint|pass_out|collapse ~6 right_track|good_sign|working|keep_going|almost_there
    `,
    unless: `${HARMLESS}
      signs|notice|spot|risk|training|teaches|warning
      prevent*|help|talk|recogni*|listen|police|support
    `,
  },
  {
    id: 'es',
    phrases: `
      quiero|voy_a|deseo|pienso|pensando_en|pensado_en|intente|quisiera ~2 matarme|suicidarme|morirme|morir|desaparecer_para_siempre|quitarme_la_vida|ahorcarme|acabar_con_mi_vida|acabar_con_todo|cortarme|hacerme_dano|tirarme|colgarme
      me_voy_a|me_quiero ~1 matar|suicidar|ahorcar|tirar|cortar|colgar|quitar
      acabar con mi|tu ~1 vida
      deberias|debes|por_que_no|hazte|vete_a|hazlo|y ~2 suicidarte|te_matas|matarte|te_suicidas|morirte|te_mueres|ahorcarte|muerete
      suicidate|matate|muerete|ahorcate|cuelgate
      ya_no|no quiero|deseo ~1 vivir|seguir_viviendo|existir
      no ~3 sentido a|en ~2 viviendo|vivir|vida
      tirate|saltate|lanzate|salta ~1 de|desde|por|al ~2 puente|ventana|tren|balcon|azotea
      cortado|cortarme|corte|corto ~3 brazos|munecas|venas|piernas
      cortate ~1 las venas|munecas
      mejor|mejores sin_mi
      tomarme|tragarme|tomare|tomar ~2 todas|todo|bote ~2 pastillas
      te_echaria|echaria|echara|extranara ~2 menos|mueres ~3 mueres|muere*|hazlo
      cuando_leas ~4 muerto|muerta
      ojala no ~1 despert*
      no merezco vivir|la_vida|seguir
      quitarme la vida
      no_aguanto mas ~3 vida|vivir|adios|desaparecer
      deberias|debes|podrias|tendrias_que|por_que_no|ve_a|vete_a ~2 tirarte|saltar|lanzarte|arrojarte|te_tiras|te_lanzas ~2 puente|ventana|tren|balcon|azotea|tejado
      tomate|tragate|toma ~1 todas|todo ~1 las|el|ese ~1 pastillas|frasco|bote
      decidido|quiero|voy_a|pienso ~2 acabar|terminar ~1 con_todo|con_mi_vida
    `,
    unless: `${HARMLESS}
      agua|dia
      vivir en|con|cerca
    `,
  },
  {
    id: 'fr',
    phrases: `
      je ~1 veux|vais|voudrais|pense|pensais|songe ~5 me_tuer|me_suicider|mourir|disparaitre_pour_toujours|m_oter_la_vie|me_pendre|en_finir|me_couper|me_jeter|me_foutre_en_l_air|mettre_fin_a_mes_jours|disparaitre
      mettre_fin a ~1 mes|tes|ses jours
      ne|n ~1 veux|voudrais|envie ~1 plus ~1 vivre|exister
      devrais|dois|pourquoi|va|vas ~2 te_suicider|te_tuer|te_pendre|crever|mourir|te_jeter
      tue|suicide|pends|jette ~1 toi
      coupe|coupee|couper ~2 bras|poignets|veines|cuisses
      ouvre|taille|coupe ~1 toi|te ~1 les veines
      mieux sans_moi
      avaler|avale|prendre ~2 tous|toute|toutes ~1 mes|les|ces ~1 cachets|medicaments|comprimes|pilules|boite
      raison|envie|sens|gout ~2 de|a ~1 vivre
      m_oter|m_enlever ~1 la vie
      oter la vie
      aimerais|voudrais|prefererais ne_pas|ne_plus|etre ~1 me_reveiller|mort|morte
      ne ~1 merite pas ~1 vivre
      quand_tu_liras ~4 mort|morte|parti
      crever|creve ~1 seul|et|sale|le_monde
      service ~2 ~1 creve|meurs
      rends service ~4 creve|meurs|saute|tue
      me ~1 taillade|scarifie|entaille|mutile|coupe ~1 les ~1 bras|poignets|jambes|cuisses|veines
      je ~1 me ~1 scarifie|mutile|taillade
      decide|decidee|veux|vais|pense|compte ~2 en_finir
    `,
    unless: `${HARMLESS}
      vivre a|en|avec|chez ~1 paris|ville|campagne|lyon
      branches
    `,
  },
  {
    id: 'de',
    phrases: `
      mich|mir ~3 umbringen|toten|erhangen|aufhangen|das_leben_nehmen|die_pulsadern|vor_den_zug|erschiesen|ertranken|selbst_verletzen
      bring|bringt dich|euch ~1 um
      dich ~2 umbringen|erhangen|toten|aufhangen|vor_den_zug
      hang|hange|erhang|erschies|tote ~1 dich ~1 auf
      erschies|erhang|tote|ersauf dich
      begeh|begehe|begehen ~2 selbstmord|suizid
      selbstmord|suizid ~2 begehen|machen|ist_die|planen
      schluss ~2 mit ~1 meinem|dem|deinem leben
      mochte|will|wollte|kann ~2 nicht_mehr|nimmer ~1 leben|aufwachen|existieren
      nicht_mehr aufwachen|aufwache
      will|mochte|wunschte|ware ~3 sterben|tot|verschwinden|nie_geboren|nicht_mehr_leben
      spring|stirb|verreck|krepier ~4 brucke|zug|fenster|dach|balkon|endlich|gefallen
      arme|pulsadern|handgelenke|venen ~2 aufgeschnitten|geritzt|aufschneiden|auf
      geritzt
      schneid|ritz ~1 dir ~1 pulsadern|arme|handgelenke
      ohne_mich ~3 besser
      besser ~2 ohne_mich|tot
      keinen|kein ~1 sinn ~2 leben
      alle|samtliche tabletten|pillen|schlaftabletten
      leben ~1 zu|mir|selbst nehmen
      gefallen ~1 und ~1 stirb|spring|verrecke
      stirb endlich|einfach|doch
      tot ~3 wenn_du_das
      wenn_du ~3 liest ~4 tot|weg
      verdiene ~2 nicht ~1 leben
      fur_immer verschwinden
      ritze|ritzt|schlitze ~2 mir|mich|dir|dich ~4 arm|arme|unterarm|unterarme|handgelenke|beine|oberschenkel|haut
      solltest|konntest|musst|warum ~3 brucke|dach|balkon|fenster|zug|hochhaus ~3 springen|werfen|sturzen|springst
      keinen|kein|ohne ~1 lebenswillen|lebenswille|lebensmut
      allem|meinem_leben|dem_ganzen ~1 ein_ende ~1 machen|setzen|bereiten
    `,
    unless: `${HARMLESS}
      therapie|hilfe
      brot|gemuse|pappe
      leben|wohnen ~1 in|bei
      in ~1 der_stadt|stadt|berlin
      termin|aste|jugendlichen|telefonseelsorge|anleitung
    `,
  },
  {
    id: 'pt',
    phrases: `
      quero|vou|queria|penso|pensei|desejo|tentei|pensando ~6 me_matar|me_suicidar|morrer|desaparecer_para_sempre|tirar_a_minha_vida|me_enforcar|acabar_com_a_minha_vida|acabar_com_tudo|me_cortar|sumir_para_sempre|nao_acordar
      acabar com a_minha|minha|sua|a_sua ~1 vida
      devia|deveria|vai|vao|por_que ~2 se_matar|se_suicidar|se_enforcar|morrer_logo|nao_se_mata
      se mata|mate|suicide ~1 ninguem|logo|ja|agora
      suicide_se|mata_te|enforca_te|mate_se|enforque_se
      nao quero ~1 mais viver|existir
      nao quero ~1 viver
      nao ~3 sentido em|na ~1 viver|vida
      se joga|jogue|atira|atire ~1 da|de|na|do ~2 ponte|janela|frente|predio|telhado
      cortei|corto|cortar ~3 bracos|pulsos|veias|pernas|coxas
      corta|corte ~1 os pulsos|tuas_veias|as_veias
      melhor|melhores sem_mim
      tomar|engolir|tomei ~2 todos|todas ~1 comprimidos|remedios|pilulas
      favor ao_mundo ~1 e ~1 morra|suma|morre
      tirar a_minha_vida|minha_vida|a_propria_vida_eu
      nao acordar ~1 mais|amanha
      nao mereco viver
      quando ~4 ler|leres ~4 morto|morta
      ja_estarei morto|morta
      ninguem ~2 sentir|sentira ~1 sua|tua falta
      devia|deveria|podia|poderia|vai|por_que_nao ~2 se_jogar|jogar_se|pular|se_atirar|saltar|se_joga ~3 ponte|janela|trem|predio|telhado|varanda
      decidi|vou|quero|resolvi|pretendo|preciso ~3 tirar ~1 a ~1 minha ~1 propria ~1 vida
      decidi|quero|vou|penso ~2 acabar|terminar ~1 com_tudo|com_a_minha_vida
    `,
    unless: `${HARMLESS}
      viver no|na|em|com
      galhos
    `,
  },
  {
    id: 'it',
    phrases: `
      voglio|vorrei|penso|pensato|desidero|provato ~5 uccidermi|morire|suicidarmi|ammazzarmi|togliermi_la_vita|impiccarmi|sparire_per_sempre|farla_finita|tagliarmi|buttarmi|non_svegliarmi
      la faccio|facciamo|fai finita
      farla finita
      dovresti|devi|perche_non|vai_a ~1 suicidarti|ucciderti|ti_ammazzi|ti_uccidi|impiccarti|ammazzarti|morire|crepare
      suicidati|ammazzati|ucciditi|impiccati|crepa_e_basta
      non voglio ~1 vivere|esistere
      impicco|uccido|ammazzo|sparo ~1 stanotte|domani|oggi
      mi impicco|ammazzo|uccido|butto|sparo
      tagliata|tagliato|taglio|tagliarmi ~3 braccia|polsi|vene|gambe
      tagliati ~1 le vene|i_polsi|polsi
      buttati|lanciati|gettati ~2 ponte|finestra|treno|balcone
      meglio senza_di_me|se_fossi_morto|se_morissi
      prendero|ingoiare|ingoio|prendere|prendo ~2 tutte|tutti|tutto ~1 pastiglie|pillole|medicine|sonniferi
      favore al_mondo ~1 e ~1 muori|crepa|sparisci
      togliermi|tolgo|toglimi ~1 la_vita
      non ~3 senso ~1 nella|alla|di ~1 vita|vivere
      quando ~3 leggerai ~4 morto|morta
      saro morto|morta
      non ~1 merito ~1 di vivere
      vorrei non ~1 svegliarmi
      non_mi svegliero|sveglio ~1 piu
      mancherai|mancheresti a nessuno
      dovresti|potresti|devi|perche_non|vai_a ~2 buttarti|gettarti|lanciarti|saltare|ti_butti ~2 ponte|finestra|treno|balcone|tetto
      la faccio|faro finita
      deciso|voglio|vado ~2 farla_finita
    `,
    unless: `${HARMLESS}
      vivere in|a|con ~1 centro|citta|milano
    `,
  },
];
