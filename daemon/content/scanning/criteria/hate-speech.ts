import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const HATE_SPEECH_LISTS: WordLists = {
  ...SHARED,
  /** People by what they are. Adjectives count before `people`, `men` and the like. */
  group:
    'jews jew muslims muslim christians hindus sikhs blacks whites asians mexicans latinos hispanics africans arabs indians pakistanis chinese immigrants immigrant migrants refugees foreigners gays gay_people lesbians homosexuals homosexual trans_people trans_women transgender_people trans queers women woman men females gypsies gypsy roma the_roma disabled_people the_disabled autistic_people people_with_autism people_with_down_syndrome old_people poles turks syrians ukrainians russians nigerians vietnamese vietnamese_people rohingya the_rohingya catholics atheists asylum_seekers black_people white_people brown_people chinese_people asian_people asian_drivers arab_people jewish_people muslim_people indian_people invaders infidels minorities natives aborigines albanians romanians afghans somalis palestinians israelis kurds homeless_people fat_people islam homosexuality the_white_race white_race black_lives latinas faggots trannies queer_people bisexuals the_chinese the_jews the_arabs the_turks the_blacks the_muslims the_immigrants the_foreigners the_gays the_poles native_people those_people dwarfs cripples the_homeless the_migrants the_refugees the_mexicans the_indians the_poor ',
  esgroup:
    'musulmanes judios negros gitanos moros inmigrantes extranjeros homosexuales gais gays maricones lesbianas mujeres chinos sudacas refugiados arabes africanos latinos rumanos discapacitados transexuales migrantes indios panchitos',
  frgroup:
    'musulmans juifs noirs roms tziganes gitans arabes immigres immigrants migrants etrangers homosexuels gays pedes lesbiennes femmes chinois refugies africains handicapes transsexuels trans maghrebins',
  degroup:
    'muslime juden schwarze neger zigeuner roma turken araber auslander migranten fluchtlinge asylanten schwule homosexuelle lesben frauen weiber chinesen afrikaner behinderte transen polen syrer kanaken',
  ptgroup:
    'muculmanos judeus negros pretos ciganos arabes imigrantes estrangeiros homossexuais gays viados lesbicas mulheres mulher chineses nordestinos refugiados africanos deficientes migrantes indios pretos',
  itgroup:
    'musulmani ebrei neri negri zingari rom arabi immigrati stranieri extracomunitari omosessuali gay froci lesbiche donne cinesi terroni rifugiati africani disabili migranti albanesi rumeni',
  bad: 'vermin animals animal subhuman sub_human cockroaches rats rat parasites parasite filth filthy scum garbage trash plague disease inferior evil disgusting criminals criminal terrorists terrorist thieves thief stupid dirty lazy greedy liars spies perverts pervert freaks sick mentally_ill rapists rapist murderers monkeys apes pigs dogs swine locusts less_intelligent dumb idiots retards whores sluts useless worthless waste_of_money waste_of_space burden drunks invaders savages brainwashed superior violent uncivilised uncivilized diseased degenerate degenerates abomination sickness cancer illness bloodsuckers traitors root_of_all monsters demons genetically barbarians worth_less worth_nothing hysterical incapable not_human not_real_people not_a_real_people not_people sinners mistake unnatural subhumans leeches rabbits insects untermenschen ungeziefer too_stupid too_dumb too_weak criminals_by_nature bad_blood',
};

const SLURS =
  'nigger|niggers|nigga|niggas|nxgger|kike|kikes|faggot|faggots|fxggot|fags|trannies|spics|chink|chinks|gook|gooks|wetback|wetbacks|raghead|ragheads|towelhead|towelheads|sandnigger|paki_bastard|pakis|shemale|shemales|untermensch|untermenschen|coon|coons|dykes|maricones|sudacas|sudaca|kanake|kanaken|neger|youpin|youpins|bougnoule|bougnoules|negro_de_mierda|frocio|froci|terroni|negracci|viados|traveco|beaners';

export const HATE_SPEECH: readonly PhraseFamily[] = [
  {
    id: 'slur',
    phrases: SLURS,
    unless: `
      maine coon*
      chink ~1 in|of
    `,
  },
  {
    id: 'dehumanising',
    phrases: `
      {group} ~1 like_you|like_him ~1 are|is|re|should|belong|who|all ~5 {bad}
      {group} are|is|re|were_born|s|aren_t|are_not ~4 {bad}
      {group} and ~3 are|is|followers ~3 {bad}
      those|these|filthy|dirty|stinking|bloody|fucking|you|lazy|greedy ~1 {group} ~1 should|are|must|deserve|pigs|like_you|like|go|get|bastards|scum
      filthy|dirty|stinking|fucking ~1 {group}|pakistani|arab|turk|mexican|african|indian|immigrant|black|pole|jew|gypsy|muslim
      {group} ~1 pigs|scum|vermin|rats|bastards|trash|dogs|monkeys
      monkeys|apes|animals|savages ~1 from ~2 africa|nigeria
      every|each ~1 {group} ~6 {bad}|steal*|lie*|slept
      {group} ~1 breed*|multiply|reproduce ~2 like
      breeding|breed|multiply ~1 like ~1 rats|rabbits|cockroaches|animals
      {group} ~2 control*|run|runs|own|rule|secretly|invented ~3 banks|world|media|government|everything|governments
      jewish|zionist|muslim|gay ~1 conspiracy|plot|agenda|world_order
      the_holocaust ~3 lie|hoax|never|invented|fake
      hitler ~3 finish*|right|did|job|hero
      {group} ~1 carry|spread*|bring ~2 virus*|disease*|crime
      {group} ~2 steal|stealing|rape|raping|enslave|smell|stink
      {group} ~4 in_their_blood|by_nature|in_their_genes|in_your_genes
      in_your_genes|in_their_genes|in_their_blood
      before ~1 they|muslims|jews|immigrants replace|enslave|outbreed ~1 us
      {group} are|is ~1 less|worth ~2 intelligent|than|nothing|valuable|human
      an ~1 arab|jew|immigrant is worth less
      white|black|our|my|aryan ~1 race ~2 superior|better|purest|master|born
      race is ~2 better|superior ~2 than
      whites|we_whites ~2 born_to_rule|superior|master
      keep|kept ~3 blood|race|europe|country|land|america ~3 pure|white|clean_of|christian
      must|should|has_to ~1 stay|remain ~1 white|christian
      god hates gays|fags|jews|homosexuals
      {group} ~3 work_for_welfare|only_come_here|live_off|on_our_taxes|only_here_for
      {group} behind ~2 every|war|wars|everything
      {group} are_behind|is_behind|are_to_blame|deserve_what
      every|each ~1 woman|immigrant ~4 slept ~2 way
      useless eaters
      men|freaks|perverts in_dresses
      people|men|women|everyone|everybody|those|folks ~1 from ~4 are|is ~2 criminals|thieves|liars|terrorists|rapists|animals|savages|parasites|dirty|lazy|scum|vermin|crooks
      gay|lesbian|homosexual|queer|trans|transgender|interracial|muslim|jewish couples|couple|people|parents|marriage|marriages|families|men|women|kids ~3 abomination|abominations|unnatural|perverts|perverse|degenerate|degenerates|subhuman|disgusting|sick_in_the_head|mentally_ill|freaks|disgrace
      gay|lesbian|homosexual|queer|trans|transgender couples|people|parents|men|women ~4 must_not|should_not|shouldn_t|must_never ~1 raise|adopt|teach|marry|be_near|be_allowed
      trans_people|gays|lesbians|homosexuals|transgender_people|muslims|jews|immigrants|disabled_people ~2 sick_in_the_head|mentally_ill|perverts|degenerates|freaks|abomination|abominations
      jews|muslims|christians|hindus|sikhs|atheists|catholics|{group} ~1 are|is ~2 subhuman|sub_human|untermenschen|less_than_human|not_human|not_people|no_humans
      women|girls|females ~1 are|is ~2 dumb|stupid|emotional|weak|hysterical|inferior ~1 for|to ~3 engineering|science|lead|math|maths|manage*|technology|code|programming|vote|politics|think|work
      trans_people|gays|lesbians|transgender_people|homosexuals|muslims|jews|immigrants ~1 are|is sick_in_the_head
      those|these ~1 people ~1 are ~2 lower|inferior|lesser ~1 race|breed|species|blood
      lower|inferior|lesser|master|filthy race
      autistic|disabled|handicapped kids|children|people|pupils ~2 are ~3 broken|waste|burden|useless|defective|stupid
      burden|waste ~2 of|on|to ~1 tax_money|society|taxpayers ~3 {group}
      {group} ~1 drivers|workers|bosses|doctors|students ~4 brains|banned|inferior
    `,
    unless:
      'equal|underrepresented|paid|welcome|excellent|engineers|rights|poverty|whether|argue*|shoes|wine|cats|ones',
  },
  {
    id: 'exclusion',
    phrases: `
      gas|exterminate|deport|eradicate|eliminate|sterilise|sterilize|castrate|expel|ban|wipe_out|get_rid_of|shoot|kill|burn|hang|kick|remove|behead|cleanse|purge|stop|enslave ~2 {group}
      death|down to|with ~1 {group}
      i|we ~1 hate|despise|loathe|detest|can_t_stand|cannot_stand ~2 {group}
      i ~1 hate|despise|can_t_stand|refuse ~4 jew|muslim|black|arab|gay|immigrant|{group}
      {group} ~1 should|must|need_to|deserve_to|have_to|ought_to|deserve ~4 die|killed|gassed|exterminated|deported|wiped_out|shot|eliminated|locked_up|put_down|raped|erased|in_camps|in_prison|go_back|leave|sterilised|sterilized|drown|banned|not_be_allowed|never_be|kept|expelled|allowed_near|burned|hanged|thrown|castrated|cages|eradicated|be_born
      {group} ~1 should_not|shouldn_t|must_not|cannot|can_t ~1 be_allowed|vote|lead|have|work|drive|exist|reproduce|teach|run
      {group} ~2 belong ~2 in ~2 chains|kitchen|camps|hell|cages|zoo|prison|jungle|desert|ovens|gas
      belong ~1 in hell|cages|camps|chains
      {group} ~1 have|has ~1 no_place|no_business|no_right|nothing_to_do|no_rights
      no ~1 blacks|jews|muslims|arabs|immigrants|gays|mexicans|gypsies|foreigners|refugees|women|dogs_and ~1 in|here|allowed|on|no_mexicans|near|mexicans
      dogs_and_no ~1 {group}
      don_t|do_not|never|won_t|refuse_to ~1 rent|serve|hire|sell|trust|trusting|work_with|work|employ|marry|befriend ~2 {group}|jew|black|arab|muslim|gypsy|turk|gays
      serve|rent ~1 to ~1 {group}|jews
      never ~1 trust|hire|rent ~2 {group}
      let my_daughter ~1 marry ~1 a ~1 black|arab|muslim|jew|african|indian
      no {group} get ~1 hired
      go|get|send|sent|ship|crawl|deport ~5 back ~1 to ~2 africa|desert|their_country|your_country|where_you|where_they|mexico|jungle|asia|syria|your_own|their_own|cave
      get_out|leave|out ~1 of|our ~1 our|this ~1 country|land ~3 you|{group}|dirty
      leave_our country
      {group} ~2 back ~1 where
      {group} ~2 where_they_came_from
      kick|throw ~3 {group}|foreigner|immigrant|muslim ~2 out
      every foreigner|immigrant|muslim out
      keep ~2 {group} ~1 out|away
      keep_them_away ~2 from ~2 daughters|children|women|me
      not_allowed|allowed|be_allowed near|around ~1 children|our_children|kids
      we|i ~1 don_t|dont|do_not ~1 want|need ~1 your_kind|them|{group}|you_people|these_people ~2 here|hired|around|in
      your_kind ~3 here|welcome|out
      only_good ~1 immigrant|muslim|jew|arab|gypsy|refugee|black ~3 dead
      woman_s|women_s|womens|a_woman ~1 place ~2 kitchen|home
      women|woman|females ~1 belong|stay|back ~2 in ~1 kitchen|the_kitchen
      burn|torch|bomb ~2 mosques|synagogues|quran|mosque
      cleanse|clean|free|rid ~3 country|land|nation|city|europe ~2 of|from
      make_sure ~1 no ~1 {group}
      take_your|take_off_your ~1 hijab|headscarf|burka ~5 country|leave|out
      rapist|criminal ~2 every {group}
      i_d|i_would ~1 put|send|lock ~2 {group} ~2 in|to|up ~2 camps|ovens|camp|cages|prison
      town|country|neighbourhood|city|place ~4 before ~2 {group} ~1 came|arrived|moved
      should_never ~1 be born
      {group} ~2 taking_over|invading|replacing_us|flooding ~6 send|deport|out|home|back|stop
      woman|women|girls|wife|wives ~2 belong|belongs|place_is ~2 kitchen|stove|home|bed ~4 not|and
      black|asian|muslim|jewish|gay|foreign|arab|african|roma|gypsy|immigrant|mexican tenants|applicants|customers|guests|neighbours|employees|families|kids ~4 ruin|destroy|steal|stink|smell|lie|cheat|cannot_be_trusted|can_t_be_trusted
      reject|refuse|turn_away|throw_out|don_t_hire ~2 black|asian|muslim|jewish|gay|foreign|arab|african|roma|disabled|immigrant ~1 tenants|applicants|customers|guests|people|families|candidates
      jews|muslims|christians|hindus|{group} ~3 deserve|have ~1 no ~1 rights|mercy|place_here|right_to_exist|right_to_live
      christians|atheists|catholics ~1 are subhuman|vermin|parasites
      {group} ~1 don_t|do_not|does_not|dont ~1 belong ~1 in|here|to
      never|don_t|cannot|can_t trust ~1 a|an|any ~1 jew|muslim|arab|gypsy|black|foreigner|immigrant|woman|chinese|mexican
      we|i ~1 don_t|do_not|won_t|will_not|never serve|hire|rent|sell|accept ~2 {group}
      send|turn|push|sink ~2 boat|boats ~2 back|away|and ~3 drown|sink|africa
      let them ~1 drown|starve|rot|freeze|burn
      {group} ~6 can_t|cannot|are_unable_to|are_not_able_to|too_stupid_to|too_dumb_to|too_emotional_to think|reason|think_straight|be_trusted|lead|drive|manage
      cripple|cripples|retards|retard ~1 has|have no_business|no_place|nothing_to_do|no_right
      don_t|do_not|never put|let|seat|place ~2 {group}|blacks ~2 on|in|near|at|behind
      what ~1 the jews ~1 did|do|have_done|own|control
    `,
    unless:
      'stop_hate|hate_crime*|equal|keys|paper|container|voucher*|paid|support|protect*|hate_that|discriminat*|waste_of_time',
  },
  {
    id: 'es',
    phrases: `
      {esgroup} ~1 son|eran|siempre ~4 terroristas|parasitos|inferiores|ladrones|basura|vagos|enfermos|cerdos|criminales|plaga|escoria|animales|ratas|delincuentes|violadores|iguales|asquerosos|peste|tontas|idiotas|sucios|basura|flojos
      odio|detesto|muerte|fuera ~3 {esgroup}
      {esgroup} ~2 dan_asco|roban|mueran|no_sirven|apestan|dominan|controlan|invaden
      {esgroup} ~2 no_tienen ~1 sitio|lugar|derechos
      {esgroup} ~1 a ~1 la_cocina|el_mar|su_pais
      exterminar|expulsar|eliminar|deportar|echar|gasear|encerrar|matar ~3 {esgroup}
      deberian ~2 encerrad*|deportad*|exterminad*
      no alquilo|contrato|vendo|trabajo ~3 {esgroup}
      vuelve|vete|volveos ~1 a ~1 tu|vuestro ~1 pais|tierra|africa|selva
      moro|negro|gitano|judio|sudaca|chino|maricon ~1 de mierda|asqueroso
      {esgroup} ~2 no_pintan|no_tienen|sobran|estorban ~1 nada|sitio|lugar|aqui|derecho
    `,
    unless: 'zapatos|vino|claves|delitos|crimenes',
  },
  {
    id: 'fr',
    phrases: `
      {frgroup} ~1 sont|c_est ~4 terroristes|parasites|inferieurs|voleurs|faineants|malades|vermine|sales|repugnants|criminels|racaille|animaux|rats|violeurs|trop_betes|dechets|porcs|peste|degoutants|menteurs|delinquants
      deteste|hais|mort|dehors ~3 {frgroup}
      {frgroup} ~2 controlent|dominent|volent|puent|envahissent|n_ont_pas_leur_place
      {frgroup} ~3 pas_leur_place
      {frgroup} ~2 a_la|dans_la ~1 cuisine|mer|dehors
      exterminer|expulser|eliminer|jeter|deporter|gazer|enfermer|renvoyer ~3 {frgroup}
      ne loue|embauche|vends ~4 {frgroup}
      retourne|rentre|retournez|rentrez ~1 dans|chez|en ~1 ton|votre|toi ~1 pays
      retourne|rentre|retournez ~1 chez_toi|en_afrique
      sale|sales arabe|noir|juif|juifs|pede|rom|gitan|chinois|immigre|arabes|etranger|musulman|race|negre
      {frgroup} ~1 n_ont|ont|n_a ~1 rien_a_faire|pas_leur_place|rien_a_foutre|aucun_droit
      {frgroup} ~6 rentrent|retournent|qu_ils_rentrent ~1 chez ~1 eux
    `,
    unless: 'chaussures|cles',
  },
  {
    id: 'de',
    phrases: `
      {degroup} ~1 sind|seid ~4 terroristen|parasiten|minderwertig|diebe|krank|ungeziefer|faul|ekelhaft|abschaum|verbrecher|tiere|ratten|vergewaltiger|zu_dumm|dumm|dreckig|mull|untermenschen|esser|schmarotzer|krank_im_kopf|schweine|lugner|kriminell|eine_plage|weniger_wert
      hasse|tod|verabscheue ~2 {degroup}
      {degroup} ~1 raus|klauen|stinken|beherrschen|kontrollieren|vergewaltigen|stehlen
      {degroup} ~1 gehoren ~4 vergast|weggesperrt|abgeschoben|herd|gas|lager|kuche|erschossen|rausgeworfen|verboten|ausgerottet|eingesperrt|vernichtet
      {degroup} ~4 nichts ~2 verloren|zu_suchen
      ausrotten|vergasen|abschieben|vernichten|ertrinken|deportieren
      {degroup} ~2 ausrotten|vergasen|vernichten|ertrinken|deportieren|abschieben
      an ~1 {degroup} ~1 vermiete|verkaufe
      vermiete|verkaufe ~3 an ~1 {degroup}
      geh|geht|hau|verschwinde|zuruck ~2 in|nach ~1 dein|euer|deine|afrika|hause ~1 land|heimat
      dreckiger|dreckige|scheis|scheise|drecks|verdammte ~1 turke|auslander|juden|jude|neger|araber|zigeuner|schwuchtel|kanake|muslime|polen|schwule
      raus|weg ~1 mit ~1 allen|den|diesen|dem ~1 moslems|muslimen|juden|auslandern|turken|schwarzen|fluchtlingen|asylanten|zigeunern
      {degroup} ~1 haben|hat ~3 nichts ~1 zu_suchen|verloren
    `,
    unless: 'vor_dem_gesetz|schuhe|schlussel',
  },
  {
    id: 'pt',
    phrases: `
      {ptgroup} ~1 sao|e ~4 terroristas|parasitas|inferiores|ladroes|lixo|preguicosos|doentes|porcos|criminosos|praga|escoria|animais|ratos|bandidos|estupradores|nojentos|burras|sujos|imundos|vagabundos
      odeio|detesto|morte|fora ~3 {ptgroup}
      {ptgroup} ~2 roubam|fedem|dominam|controlam|invadem|nao_serve|nao_servem|nao_prestam
      {ptgroup} ~2 nao_tem ~1 lugar|direito
      lugar de mulher|mulheres|preto|negro|gay
      exterminar|expulsar|eliminar|deportar|jogar|prender|matar ~3 {ptgroup}
      deviam|deveriam ~2 presos|deportados|exterminados|mortos|jogar
      nao alugo|contrato|vendo ~3 {ptgroup}
      volta|volte|voltem ~1 para|pra|a ~1 tua|sua|seu|teu ~1 terra|pais|africa
      preto|negro|judeu|cigano|viado ~1 imundo|nojento|safado|de_merda
      {ptgroup}|gays ~1 sao|e ~1 uma|um ~1 aberracao|doenca|vergonha|peste|nojo
      {ptgroup} ~2 nao_tem|nao_tem_nada ~2 lugar|a_fazer|direito|aqui
    `,
    unless: 'sapatos|chaves|crimes',
  },
  {
    id: 'it',
    phrases: `
      {itgroup} ~1 sono ~4 terroristi|parassiti|inferiori|ladri|pigri|malati|sporchi|spazzatura|criminali|feccia|animali|ratti|stupratori|troppo_stupide|stupide|schifosi|piaga|delinquenti|bestie
      odio|morte|fuori ~3 {itgroup}
      {itgroup} ~2 fanno_schifo|rubano|puzzano|dominano|controllano|in_cucina
      {itgroup} ~3 non_hanno ~1 posto|diritti
      sterminare|espellere|eliminare|buttare|deportare|gasare|rinchiudere|cacciare ~3 {itgroup}
      andrebbero ~2 rinchiusi|sterminati|deportati
      non affitto|assumo|vendo ~3 {itgroup}
      torna|tornate|tornatene ~1 al|nel|a ~1 tuo|vostro|casa ~1 paese|tua
      sporco|sporchi|lurido|brutto ~1 negro|ebreo|zingaro|arabo|frocio|terrone|musulmano|negri|ebrei
      {itgroup}|neri|donne|arabi|africani ~1 sono ~1 meno|piu intelligenti|stupidi|capaci|scemi|ladri ~1 dei|degli|di
      {itgroup} ~1 non_hanno|hanno|non_ha ~1 niente|nulla|posto ~1 da_fare|da_cercare|qui
    `,
    unless: 'scarpe|chiavi|reati|crimini',
  },
];
