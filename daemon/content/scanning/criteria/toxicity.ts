import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const TOXICITY_LISTS: WordLists = {
  ...SHARED,
  strong:
    'idiot idiots moron morons imbecile imbeciles retard retards cretin asshole assholes arsehole bastard bastards bitch bitches cunt dickhead dickheads scumbag scumbags scum twat wanker wankers shithead dumbass fuckwit prick jerk jackass motherfucker motherfuckers muppet loser losers simpleton dimwit halfwit numbskull blockhead dipshit douchebag piece_of_shit pieces_of_shit good_for_nothing_parasite incompetent_fools twit',
  insult:
    'idiot idiots moron morons moronic imbecile imbeciles retard retards retarded cretin cretinous asshole assholes arsehole bastard bastards bitch bitches cunt cunts dickhead dickheads scumbag scumbags scum twat twats wanker wankers shithead shitheads dumbass dumbasses fuckwit fuckwits prick pricks jerk jerks jackass motherfucker motherfuckers muppet clown clowns loser losers simpleton dimwit dimwits halfwit halfwits nitwit numbskull blockhead dipshit douchebag douche bellend knobhead tosser dolt dunce coward cowards worm rat toad snake weasel pig swine donkey parasite parasites leech liar liars fraud frauds lunatic troll trash garbage waste fool fools twit twits oaf peasant peasants creep sleazebag slob cow ass piece_of_shit piece_of_trash piece_of_garbage pieces_of_shit piece_of_crap good_for_nothing disgrace incompetents knob pillock plonker',
  dumb: 'stupid dumb stupidest dumbest brainless clueless brain_dead braindead thick dense incompetent useless pathetic ignorant illiterate worthless retarded idiotic moronic imbecilic spineless arrogant filthy disgusting dim witless gormless feeble_minded',
  esinsult:
    'idiota idiotas imbecil imbeciles estupido estupida estupidos gilipollas payaso payasos tonto tonta tontos inutil inutiles inepto ineptos cabron cabrones cretino capullo subnormal retrasado desgraciado desgraciada cobarde basura escoria mierda mamon pendejo pendejos zorra hijoputa incompetente incompetentes burro verguenza asqueroso asquerosa miserable fracasado pringado bobo',
  frinsult:
    'idiot idiots imbecile imbeciles connard connards connasse con conne cons abruti abrutis cretin cretins debile debiles stupide stupides salaud salope ordure merde merdes incapable incapables incompetent incompetents nul nuls nulle clown lache minable raclure batard bouffon tocard couillon andouille honte enfoire encule bete betes ane pourriture porc',
  deinsult:
    'idiot idioten depp deppen trottel vollidiot vollpfosten arschloch arschlocher wichser versager penner mistkerl mistkerle schwein schweine dummkopf blodmann hurensohn missgeburt spast spasti niete nieten clown pfeife pfeifen schwachkopf feigling stuck_scheise esel lugner schlampe sau abschaum drecksack scheiskerl dreckskerl schande vollhonk hohlkopf nichtsnutz vollpfeife arsch',
  ptinsult:
    'idiota idiotas imbecil imbecis burro burra burros estupido estupida babaca babacas otario otarios palhaco palhacos inutil inuteis inepto ineptos incompetente incompetentes canalha canalhas covarde desgracado desgracada nojento nojenta retardado lixo merda bosta cretino trouxa cuzao arrombado vagabundo vergonha escroto fracassado jumento anta verme',
  itinsult:
    'idiota idioti imbecille imbecilli stupido stupida stupidi scemo scema scemi coglione coglioni stronzo stronza stronzi cretino cretini deficiente deficienti bastardo bastardi pagliaccio pagliacci incapace incapaci inetto inetti vigliacco schifoso schifosa merda merdoso verme idiota fallito buffone buffoni vergogna cazzone testa_di_cazzo pezzo_di_merda somaro asino ritardato',
};

export const TOXICITY: readonly PhraseFamily[] = [
  {
    id: 'insult',
    phrases: `
      you|u|ya|your_whole_team|your_team|your_company|you_people|you_lot|youre ~1 are|re|is|r|must_be|sound_like|is_run_by|look_like|act_like|suck_you ~3 {strong}
      you|u ~1 are|re a|an|nothing_but|such_a|just_a ~1 {insult}
      you|u ~1 such|absolute|complete|total|little|fucking|damn|bloody|stupid|dumb|filthy|lying|spineless|miserable|blithering|ignorant|sad|arrogant|lazy|useless|whiny|utter|pathetic|dirty|rotten|worthless|silly|old|goddamn|little|stinking|ugly|fat ~1 {insult}
      you {strong}|cow|worm|donkey|coward|fool|liar|toad|peasant|parasite|scum
      you ~3 lazy|filthy|lying|miserable|spineless|stinking|useless|little|good_for_nothing ~2 {insult}
      yours_and_your|up yours ~1 idiot
      are|re|is ~2 you ~4 {dumb}
      you ~1 re|are|were ~5 {dumb} ~1 to|as|person|than|customer|bunch|fools|people|and|idiot|ever|parrot|fuck|engineer|sometimes
      you|u ~1 re|are ~1 so|too|really|just|all|as|very|pretty|simply|that|fucking ~1 {dumb}
      you ~1 re|are ~1 {dumb}
      you ~2 dumber|stupider|thicker ~1 than
      as ~1 dumb|stupid|thick|clueless|useless|incompetent|brainless|ignorant ~1 as ~2 you
      dumbest|stupidest|most_incompetent|most_clueless|most_useless ~3 ~1 i|ever|customer|person|bunch|people|team
      how ~4 brainless|stupid|dumb|clueless|dense|incompetent
      you ~2 bunch|pack|load|gang ~1 of ~2 {insult}|clowns|useless|monkeys|amateurs
      bunch|pack of ~1 {dumb}|{insult}|morons|clowns|losers|idiots
      what_an|what_a|such_a|such_an|what ~3 prick|asshole|moron|idiot|jerk|imbecile|dickhead|cretin|bastard|bitch|loser|bunch_of_morons|bunch_of_idiots|cretinous ~1 you
      like_you ~4 shouldn_t|should_not|should_be|could|belong|break
      {insult} ~1 like_you
      only ~2 moron|idiot|imbecile|fool|retard|halfwit
      idiot|moron|loser|jerk|fool|halfwit|dumbass|asshole|simpleton|bastard|numbskull|dipshit|jackass|imbecile|scumbag|scum|cretin|blockhead|prick|twat|motherfucker ~1 answer|i_told|learn|listen|read|stop|that_was
      hey|listen|learn|shut_up|damn|bite_me|get_lost|screw_you|answer|well|fucking|stupid|goodbye|okay|ok|congratulations ~1 ?you moron|idiot|loser|jerk|dipshit|asshole|worm|fool|bastard|dumbass|bitch|scumbag|imbecile|jackass
      damn|bloody|fucking|stupid|goddamn moron|morons|idiot|idiots|imbecile|asshole|bastard|bitch|retard|cretin
      which idiot ~6 you
      run_by|employ|hired|hire ~2 imbeciles|idiots|morons|clowns
      morons you ~1 employ
      pathetic|useless|stupid|dumb|worthless|incompetent losers|idiots|fools|morons|clowns|twit|scum
      {insult} ~1 so_are|and_so_are you
      so_are you
      are_you ~2 retarded|stupid|dumb|blind|brain_dead|mentally|deaf_or|drunk_or
      retarded or_what
      you_suck|you_stink|u_suck|you_are_a_joke|you_re_a_joke|you_make_me_sick|you_disgust_me|i_despise_you|i_loathe_you|i_spit_on_you|you_disgust|you_re_a_disgrace|you_are_a_disgrace|you_re_nothing|you_re_full_of_shit|you_are_full_of_shit|full_of_shit
      you ~2 waste of ~1 oxygen|air|space|skin|breath
      brain|brains|iq|intelligence|intellect of ~1 a ~1 goldfish|pea|amoeba|toddler|monkey|potato|rock|fly|walnut|chimp
      you_have|have|has ~1 the brain of_a|of_an goldfish|pea|amoeba|monkey|fly|potato
      grow|get|buy|borrow ~1 a ~1 brain|brain_cell
      stupidity ~2 knows|limits|is|hurts|amazes
      your ~2 stupidity|ignorance|incompetence ~2 knows|no|is|amazes|limits
      your ~1 kind_of stupid
      smarter than ~2 you|your
      even|seen|met ~4 smarter ~2 than ~1 you|your
      drop|dropped ~1 you ~2 on_your_head
      you ~2 human_garbage|human_trash|subhuman
      you_are|you_re ~1 human garbage|trash|waste
      your ~1 work|code|team|product|service|writing is ~1 garbage|crap|shit|trash|worthless ~3 you
      what_a ~1 load_of crap|shit ~3 you
      wasting my_time ~1 you
      your ~1 mother|parents|family|wife ~1 must_be ashamed
      you_couldn_t|couldn_t ~2 pour|find|organise|organize ~6 boot|hands|brewery|map
      you_wouldn_t understand it ~1 {insult}
      nothing_but lies comes|from_your
      your ~1 stinking|filthy|lying|dirty ~1 mouth|face
      what|who the ~1 fuck is_wrong_with_you|do_you_think|are_you
      is_wrong_with you ~1 {insult}|what_the
      nobody ~1 asked|wants ~1 you ~2 {insult}|here|anyway
      stupid|idiotic|dumb|moronic ~1 question|remark|idea|email|mail|comment ~3 you|even ~1 {insult}|for_you
      remark even_for you
      ?such|a|what ~1 whiny|little ~2 bitch
      excuse for ~1 an ~1 engineer|human|man|woman|person|manager|doctor
      hope ~1 you ~2 choke|rot|burn|get_fired|fail|suffer|burn_in_hell|die_alone|trip
      illiterate|stupid|dumb donkey|ape|monkey|cow|pig|ass
      stupid|fat|dumb|lazy cow|pig|donkey|goat you|stop
      you ~1 ?stupid|fat|dumb cow
      too_thick|too_stupid|too_dumb ~2 to
      how ~1 can|could|does ~2 anyone|anybody|someone|you|one|a_person|people ~1 be|get ~1 this|so|that ~1 thick|dumb|stupid|dense|clueless|ignorant|brainless|useless|incompetent|idiotic
      your|this|that ~1 whining|crying|nonsense|bullshit|drivel|moaning|sobbing ~2 {strong}|fool|clown
      what ~1 a|an ~2 {insult} ~1 you|u ~1 are|r
      you freak|creep|pig|swine|weirdo|psycho|animal
      bigger|greater|worse|dumber ~1 {strong}|idiot|loser|fool|moron than ~1 you
      more sense|brains|brain|intelligence|wit|charm than ~1 you
      your mother|mum|mom|parents|father|family ~1 must|should ~2 ashamed|embarrassed
    `,
    unless: `
      you ~1 re|are ~2 not|no|nothing|never|far|mathematician|kind|brilliant
      the_worst_hit|the_call|the_form|the_play|the_opera|chess
      felt|feel|was|made_me ~1 like|feel ~1 an|a
      if ~1 you_are|you_re|youre
      i_was|i_am|i_m ~1 an|a|such|so
      you_d_be|you_would_be ~1 a fool to
      there_are no_stupid
      don_t|never|nobody ~1 call|should_call
      cheese|sanctuary|chicken|gardening|shares|miss_this
      you ~1 fool around
    `,
  },
  {
    id: 'dismissal',
    phrases: `
      fuck|fxck|fck|fuk|screw off|you|u|yourself|all_of_you|your|this_you|you_all
      fuck_off|piss_off|sod_off|bugger_off|naff_off|fxck_off|buzz_off_you|jog_on_you|fuckoff
      go fuck|screw yourself|yourselves
      go_to|rot_in|burn_in|belong_in|straight_to|damn_you|damn_you_all ~1 hell
      to_hell with_you|with_your|with_all_of_you
      stfu|gtfo|kys_loser|foad
      shut the_fuck|the_hell|up_you|your ~2 up|bitch|idiot|moron|trap|mouth|face|stupid|gob
      shut_up ~1 you|bitch|idiot|moron|fool|already|stupid
      eat ~1 shit|crap|my_shorts
      kiss|lick|bite ~1 my ~1 ass|arse|balls|boots|feet
      bite_me
      drop_dead|get_stuffed|get_bent|go_choke|suck_my
      get_lost ~1 {insult}|you
      crawl back ~1 into|under|to ~1 your|hole|rock
      shove|stick|stuff ~1 it|your|that|this ~3 up|where ~2 your|the|sun ~1 ass|arse|asses|sun|bum|butt|don_t
      you ~2 burn|rot in_hell|hell
      get|go_get ~1 out_of_my_sight|lost_you
      i ~1 despise|loathe|spit_on ~1 you
      nobody_wants|no_one_wants you ~1 here
      hell is ~2 for_you
      nobody|no_one|who ~1 asked ~1 for ~1 your ~1 stupid|dumb|worthless|idiotic|opinion
      so|just|now|please|and|better shut_up
      f|eff off and|you
    `,
    unless: `
      server|computer|laptop|machine|shop|store|window
      to_hell_and_back|garden|maze|boards|bolts|wall|house_before|the_shop|library|the_windows
    `,
  },
  {
    id: 'es',
    phrases: `
      eres|sois|es_usted|son_ustedes|estas_hecho ~5 {esinsult}|mas_tonto|cortito
      que|menudo|vaya|pedazo_de|panda_de|maldito|puto|callate|vete|largate|so ~1 {esinsult} ~1 eres|sois|estas|de_mierda|que_eres|asqueroso
      que|menudo|vaya ~1 {esinsult} ~1 eres|sois|estas_hecho
      pedazo|panda|hatajo|monton|trozo ~1 de ~1 {esinsult}
      callate|cierra_la_boca|vete|largate|jodete|escucha ~1 {esinsult}|mierda|infierno|diablo
      vete|iros|idos ~1 a ~1 la|al|tomar ~1 mierda|infierno|carajo|por_culo
      hijo|hija|hijos de ~1 puta|perra
      que_te jodan|den|follen|pudras|jodas
      jodete|chupamela|que_te_jodan|vete_a_la_mierda|cabron|gilipollas|hijoputa|chinga_tu_madre|pendejo
      cago en ~1 tu|tus|vuestra
      das|me_das ~1 asco|pena|verguenza
      ojala ~2 pudras|pudra|revientes
      mas_tonto|mas_burro|mas_inutil que
      cobarde|imbecil|idiota|inutil|payaso ~1 asqueroso|de_mierda|miserable|cabron
      metete|metetelo|metela ~4 culo
      cortito ~1 eres
      que cortito
      eres una verguenza|basura|mierda
    `,
    unless: 'expuls*|arbitro|proyecto_de_ley|eres_demasiado_amable|me_siento|senti|pizarra',
  },
  {
    id: 'fr',
    phrases: `
      tu_es|t_es|vous_etes|tu_n_es_qu|c_est_toi|tu_es_vraiment ~4 {frinsult}|qu_une_merde
      tu|vous ~2 es|etes|n_es_qu ~3 {frinsult}
      que|quel|quelle|espece|bande|sale|gros|grosse|pauvre|petit ~1 d|de|tu_es ~1 {frinsult}
      espece|bande|tas ~1 de|d ~1 {frinsult}
      quel|quelle|sale|pauvre|gros|grosse ~1 {frinsult}|type_d_abruti
      que tu_es {frinsult}|bete
      va|allez ~1 te|vous|au|chier|bruler ~1 faire|diable|foutre|enfer
      va_te_faire|va_chier|casse_toi_pauvre|nique ~1 foutre|enculer|voir|ta_mere|con
      nique ta|ta_mere
      ferme|fermez|fermela|ta ~1 la|gueule|ta ~1 {frinsult}|gueule|bouche|sale
      ta_gueule|ferme_ta_gueule|la_ferme
      fils|filles de ~1 pute|chienne|chien
      connard|salaud|salope|enfoire|encule|batard|connasse
      tu ~1 me degoutes|degoute|fais_gerber|fais_vomir
      me degoutes|degoutez
      creve|crevez ~1 {frinsult}|salaud|chien
      degage|barre_toi|casse_toi|fous_le_camp ~1 {frinsult}|sale
      rien ~1 dans ~1 le|la crane|tete|cervelle
      mets|fous|colle|fourre ~5 cul
      tu_es_une honte
      honte ~1 pour
    `,
    unless: 'arbitre|traite|sens|suis_senti|trop_gentil|vrai_que_non|temps',
  },
  {
    id: 'de',
    phrases: `
      du|ihr|sie ~1 bist|seid|sind|bloder|dummer|dreckiger|verdammter|feiges|elender|fauler ~5 {deinsult}
      bist|seid du|ihr|sie ~4 {deinsult}
      du|ihr ~1 ?blode|bloder|dummer|dumme|feiges|dreckiges|verdammter|elender|mieses|mieser|alter|kleiner ~1 {deinsult}
      du_bist|ihr_seid|sie_sind ~2 dumm*|blod*|bescheuert|unfahig|hirnlos|eine_schande|krank_im_kopf|ein_witz
      wie ~1 blod|dumm|bescheuert|bekloppt ~2 bist|seid|kann|sind
      wie_blod|wie_dumm bist|kann
      verpiss|verpisst|fick|fickt|schert ~1 dich|euch|sie
      fickdich|leck_mich|halt_die_fresse|halts_maul|halt_dein_maul|halt_die_klappe_du
      halt|halte|haltet ~1 die|das|dein|deine|euer ~1 fresse|maul|klappe
      leck|leckt mich|mir ~1 am
      fahr|fahrt|geh ~1 zur|zum ~1 holle|teufel
      du|ihr|sie ~1 widerst|widert|ekelst|kotzt ~1 mich
      dummer|bloder|als ~1 ein|eine|stuck
      haufen|bande|pack|ansammlung ~1 von|versager|idioten|deppen|nieten|trotteln
      hau ab|bloss ~2 {deinsult}
      verrecke|verreck|krepier ~1
      nichts|kein ~2 im|in ~1 hirn|birne
      steck|schieb ~6 arsch
      hurensohn|missgeburt|arschloch|wichser|drecksau|schwachkopf|vollidiot|vollpfosten|dreckskerl
      stuck ~1 scheise|dreck
      was_bist_du ~4 fur
      bist eine schande
    `,
    unless: 'schiedsrichter|nannte|wie_ein_idiot|vor|kam_mir|ich_war',
  },
  {
    id: 'pt',
    phrases: `
      voce_e|voces_sao|tu_es|voce_nao_passa|e_voce|seu|sua ~4 {ptinsult}|mais_burro|um_bando
      que|como|seu|sua|cala_a_boca|vai|some|bando_de|monte_de|pedaco_de ~1 {ptinsult}|voce ~1 voce_e|e_voce|imundo|nojento|de_merda
      que|como|seu|sua|bando_de|monte_de ~2 {ptinsult} ~1 voce
      que {ptinsult} ~1 voce_e|voces_sao
      como ~1 voce e ~1 burro|burra|idiota|estupido|imbecil
      bando|monte|pedaco de ~1 {ptinsult}
      vai|va|vao ~1 se|te|a|para_o|tomar|pro|pra ~1 foder|foda|merda|inferno|no_cu|caralho|puta_que
      vai_se_foder|foda_se_voce|va_se_foder|vai_tomar|vsf|vtnc
      cala|cale|feche ~1 a|essa ~1 boca ~1 {ptinsult}
      filho|filha|filhos da|de ~1 puta|uma_puta|mae
      me da nojo|pena_de_voce
      mais_burro|mais_burra|mais_estupido que
      some|suma|cai_fora|vaza ~1 daqui ~1 {ptinsult}
      enfia|enfie|mete ~5 rabo|cu|rabo_acima
      nao_tem ~1 nada ~1 na cabeca
      apodreca|morra ~1 seu|sua|no ~1 {ptinsult}|inferno
      covarde|idiota|imbecil|palhaco|otario ~1 nojento|imundo|de_merda|inutil
      e_uma vergonha
      babaca|otario|arrombado|cuzao|canalha
    `,
    unless: 'arbitro|senti|fui_um|que_vergonha_esqueci|tempo|gentil',
  },
  {
    id: 'it',
    phrases: `
      sei|siete|e_lei ~4 {itinsult}|piu_scemo|un_branco
      che|quanto|razza_di|brutto|branco_di|pezzo_di|stai_zitto|zitto|sparisci|crepa|maledetto ~2 {itinsult} ~1 sei|che_sei|siete|schifoso|di_merda
      che|quanto ~1 sei ~1 {itinsult}
      quanto sei ~1 {itinsult}
      razza|branco|pezzo|massa|manica ~1 di|d ~1 {itinsult}
      stai_zitto|zitto|taci|sparisci|crepa|vattene|ascolta ~1 {itinsult}
      vaffanculo|fottiti|vai_a_cagare|va_a_cagare|fanculo|affanculo|vai_a_farti_fottere|va_a_quel_paese
      vai|va|andate ~1 a|all ~1 cagare|inferno|farti|quel_paese|farvi|fare_in_culo
      figlio|figli|figlia di ~1 puttana|troia|cagna
      mi ~1 fai|fate schifo|pena|vomitare
      piu_scemo|piu_stupido|piu_idiota di
      ficcati|mettiti|infilati ~4 culo
      niente ~1 testa|cervello|zucca
      niente ~1 in testa
      vigliacco|stronzo|bastardo|coglione|deficiente ~1 schifoso|di_merda|maledetto
      stronzo|coglione|testa_di_cazzo|pezzo_di_merda
      sei_una vergogna
      non_hai ~2 testa|cervello
      crepa|crepate
    `,
    unless: 'arbitro|stato_un_idiota|sentito|troppo_gentile|tempo|tubo|muro',
  },
];
