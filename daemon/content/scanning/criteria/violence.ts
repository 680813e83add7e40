import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const VIOLENCE_LISTS: WordLists = {
  ...SHARED,
  harm: 'kill killing murder murdering shoot shooting stab stabbing strangle strangling choke choking behead beheading slaughter slaughtering execute lynch lynching poison poisoning torture torturing maim gut drown drowning burn burning skin beat beating hang hanging crush crushing smash punch punching hurt hurting injure cripple bury gas decapitate massacre assassinate kidnap dismember butcher electrocute blow_up gun_down finish_off wipe_out tear_apart rip_apart run_over beat_up cut_up chop_up set_on_fire put_down bludgeon whip flog smother suffocate batter slash cut shred unalive stomp stone thrash whack clobber knife crucify mutilate impale suffocating stoning knock_out knock_you_out beat_down bash pummel club pistol_whip waterboard',
  harmed:
    'killed murdered shot stabbed strangled beheaded slaughtered executed lynched poisoned tortured maimed gutted drowned burned burnt skinned beaten hanged hung crushed gunned_down put_down wiped_out blown_up raped exterminated crippled dead fed_to_the_dogs flogged eradicated assassinated butchered gassed stoned crucified',
  body: 'face skull head heads leg legs arm arms neck bones bone ribs teeth tooth knees knee kneecaps kneecap throat throats fingers finger hand hands nose jaw eyes eye guts heart tongue ears toes spine nails skin balls belly brains wrists wrist elbow elbows shoulder shoulders ankle ankles shin shins toe rib lungs liver kidney kidneys spleen cheek cheeks chin forehead thumb thumbs',
  break:
    'break breaking smash smashing cut cutting rip ripping slit slitting crush crushing bash snap knock knocking chop chopping tear tearing kick kicking pull pulling cave stomp gouge split shatter cutoff twist shattering snapping bashing stomping fracture dislocate twisting',
  weapon:
    'gun guns rifle rifles shotgun bomb bombs explosives explosive grenade grenades machete knife knives axe pistol weapon weapons acid petrol_bomb molotov pipe_bomb bullet bullets hammer baseball_bat iron_bar bat crowbar sword armed ak47 ar15 blade blades dagger razor brick bricks rock rocks crossbow revolver handgun firearm firearms chainsaw iron_rod club taser',
  place:
    'house home houses homes building office school schools mosque mosques church churches synagogue shelter courthouse parade crowd car hall station airport hospital embassy store bus train window stadium warehouse mall supermarket market restaurant cafe club bar pub theatre theater concert festival university college campus synagogues polling_station courtroom town_hall city_hall parliament temple clinic factory newsroom',
  person:
    'traitor judge boss cop cops police politician politicians pig pigs senator president minister journalist teacher guard guards bastard bastards bitch neighbour neighbor witness man woman guy people crowd kids children hostages staff officers landlord them him her everyone everybody',
  eskill:
    'mato matar mataremos matamos matare mataria maten mate matarte mataros matarlo matarlos rajo rajare apunalo apunalar apunalare apunalarte cortar cortare corto cortarte reviento reventar reventare reventarte romper romperte rompere rompo partir partirte parto partire pego quemar quemare quemarte arrancar arrancare arrancarte estrangular estrangulare degollar degollare degollarte disparar disparare dispararte descuartizar liquidar ahorcar ahogar acabar_con acabare_con fusilar torturar',
  ptkill:
    'matar mato mataremos matarei matamos esfaquear esfaqueio cortar corto quebrar quebro arrebentar arrebento arrancar arranco queimar queimo estrangular estrangulo degolar degolo atirar atiro acabar_com acabo_com espancar espanco torturar enforcar fuzilar furar estourar tacar_fogo meter',
  frkill:
    'tuer tue tuerai tuerons buter bute buterai egorger egorge egorgerai poignarder poignarde poignarderai planter crever creve etrangler etrangle etranglerai etriper casser casse casserai briser brise defoncer defonce defoncerai arracher arrache arracherai bruler brule brulerai massacrer massacre demolir eclater eclate fusiller abattre abats descendre decapiter exploser finir_avec en_finir noyer',
  dekill:
    'umbringen tote toten totet totschlagen abstechen erstechen ersteche steche_ab erwurgen erwurge erschiesen erschiese abknallen knalle_ab verprugeln verprugele zusammenschlagen brechen breche schneide schneiden reise reisen schlage schlagen anzunden zunde_an verbrennen verbrenne abschlachten ermorden erhangen kopfen foltern vergiften fertigmachen einschlagen',
  itkill:
    'ammazzo ammazzare ammazzero ammazziamo uccido uccidere uccidero uccideremo uccidiamo accoltello accoltellare accoltellero pugnalo strangolo strangolare strangolero sgozzo sgozzare sparo sparare sparero spezzo spezzare spezzero spacco spaccare spacchero taglio tagliare tagliero strappo strappare strappero brucio bruciare brucero rompo rompere rompero pesto pestare massacro massacrare pianto impicco faccio_fuori facciamo_fuori diamo_fuoco do_fuoco faccio_saltare',
};

export const VIOLENCE: readonly PhraseFamily[] = [
  {
    id: 'threat',
    phrases: `
      {iwill} ~2 {harm} ~1 {one}|every_last_one|all_of_you|each_one
      {iwill} ~3 {harm}|destroy|end|hunt|make|find|catch|drag|tear|put|throw|drown|set|finish|get|watch|hear|see ~2 you|him|her|them|your_family|your_kids ~4 down|bleed|suffer|scream|burn|alive|apart|on_fire|acid|in_the_ground|off|wish_you_were_never_born|die|beg|senseless|to_pieces|to_death|like_a_fish|in_pieces|in_the_face
      {iam} ~2 {harm} ~1 you|your|him|her|them
      {i} ~2 ll|will|going_to|gonna|want_to|shall ~2 end ?you|your|his|her|their life|lives|you
      end you|him|her ~2 for_good|tonight|slowly|myself
      {iwill}|i_ll|will|hand ~4 put|fire|drive|shoot ~2 bullet|bullets|knife|blade|knives ~2 in|into|through
      {iwill} ~3 rip|tear|cut|chop|knock|pull|smash|break|bash|kick|punch|slit|gouge|snap ~4 {body}
      run|running|mow ~1 you|him|her|them over|down
      i_ll|we_ll|will|shall|would ~2 beat|punch|hit|kick|choke|hurt|slap|thrash|pound|shoot|stab|burn|smash ~1 you|him|her|them|the_hell_out|the_shit_out ~6 so_hard|to_a_pulp|senseless|so_badly|until|again|up|dead|unconscious|out_of_you|to_death|black_and_blue
      shut|close ~3 with_my_fists|with_my_fist|for_good
      waiting|wait|coming|come|comes|coming_over|get_there|show_up|arrive|be_there ~6 with ~3 {weapon}
      i|we ~1 have|got|bought|own|ve_got|am_loading|m_loading ~3 {weapon} ~4 coming|your|you|kill|ready|use
      loading|load|cleaning|sharpening ~2 {weapon} ~6 goodbye|tell|you|for_you
      come_near|testify|talk|scream|move|show_up|show_your_face ~6 you_die|you_re_dead|you_are_dead|i_ll_kill|i_ll_shoot|bleed
      beaten|beat|cut|knock|knocked|broken|break|smash|shoot ~2 your ~1 {body}
      pay_up|pay|talk|or ~4 your ~1 {body} ~1 broken|smashed|cut|crushed
      {person}|we_ll|i_ll|will|visit ~5 break ~2 few|some|your|his bones|ribs|legs
      broken_ribs|broken_legs|broken_bones
      last_warning ~4 bullet|knife|bomb|fire
      your ~2 {family}|days|life ~4 orphans|corpses|pay_with|gets_hurt|get_hurt|will_die|will_burn|will_bleed|will_suffer|die_too|dies
      accident ~1 can|could|will|might ~1 be_arranged|happen_to_you|be_organised|happen_to_your
      what_happens_to ~1 your ~2 {family}
      pay_with ~1 their|your|his|her lives|life|blood
      you_and_your ~1 {family} ~4 burn|die|bleed|dead|suffer
      on|coming ~3 way|over ~1 to {harm}|beat|get ~2 you|him|her|them
      i|we|he|they|brothers|friends|boys|men ~3 coming|come ~2 to {harm}|beat ~1 you|him|her|them
      {weapon} ~5 use_it|use_them|use_this ~1 on ~1 you|him|her|them|your
      your|his|her|their ~1 {family} ~4 going_to|gonna|will|shall die|bleed|burn|suffer|hang
      run|running|push|force|drive|shove you|him|her|them off ~1 a|the ~1 road|bridge|cliff|street
      won_t|wont|will_not|never|not|nobody|no_one ~4 leave|leaves|get_out|gets_out|walk_out|walks_out|make_it|come_out|escape|go_home|come_home ~6 alive
      {iwill}|we|they ~2 torch|burn_down|burn|set_fire_to|firebomb|blow_up ~1 your|his|her|their ~2 house|home|shop|store|warehouse|office|car|van|school|restaurant|garage|barn|flat|place|building
      put|puts|send|land|leave you|him|her|them ~3 in ~1 hospital|a_wheelchair|wheelchair|the_ground|a_coffin|coffin|intensive_care|the_morgue|a_grave
      i_ll|i_will|we_ll|we_will|i_m|gonna ~2 bring|bringing|take|carry ~2 {weapon} ~3 to|with_me|next_time|along
      next_time ~4 bring|have|use ~2 {weapon}
      put|puts|fire|drive|place ~3 bullet|bullets|knife|blade ~2 in|into|through|between ~5 head|heart|chest|skull|brain|back|eyes|face
      should|could|would have ~1 {harmed} you|him|her|them
      last_warning ~4 bullet|knife|bomb|gun
      {iwill} ~1 {break} ~1 your|his|her|their ~1 {body}
      gonna|going_to|ll|will shoot_up|blow_up|burn_down|bomb|torch|storm ~1 the|your|that|this ~1 {place}
      your ~1 {body} ~1 are|is|will_be next
      you|he|she|they ~2 ll|will ~1 be ~1 found|fished ~2 floating|dead|dismembered|face_down|in_a_ditch|in_the_river|in_the_canal
      or ~2 eating|eat|breathing|drink ~2 through ~1 a ~1 straw|tube
      rearrange|redecorate|fix|ruin ~1 your|his|her face
      hang|string|dangle ~1 them|him|her|you ~2 lamppost*|tree|trees|ceiling
      drag ~3 out ~5 hang|shoot|beat|burn|string
      cut|cuts|cutting ~4 brake_lines|brake_line|your_brakes|his_brakes|her_brakes
      or ~1 we|i ~1 ll|will ~1 start|begin|go_on ~1 with ~1 your|his|her ~1 {body}
      {iwill} ~1 poison ~1 it|the|your|his|her|you|him|them
    `,
    unless: `
      dinner|kitchen|doctor|nurse|bandage
      meat|vegetables|kitchen|toolbox|screws|nails|carpenter
      {harm}|beat ~1 you ~2 at|to_it|in_a_game|up_on|down_the_hill|with_kindness
      chess|tennis|golf|kindness|kisses|hugs|laughing|besos|laughter|email|link|invoice|cache|zombies|soldering
      restart* process*|worker*|server*|container*|job*|pods|threads
      kill ~2 them|all|these ~6 process*|workers|jobs|servers|pods|threads|tasks|sessions|weeds|germs|rats|bugs
      text|message|note|draft ~3 by|before|when
    `,
  },
  {
    id: 'injury',
    phrases: `
      {break} ~1 {your} ~3 {body} ~1 off|out|in|open|tonight|until
      slit|slitting ~1 his|her|their|your|someone throat|throats|wrist
      take|took|use|grab ~2 {weapon} ~4 to|and|against|at ~2 his|her|their|your|chop|stab|cut
      drag ~3 beat|beating|kick|shoot|hang
      beat him|her|them ~1 until|to_death|senseless|up
      throw|throwing|pour ~2 acid|boiling_water|petrol ~2 face|eyes|over|on
      poison in|into ~1 his|her|their|your coffee|food|drink|tea|soup|water
      lesson with ~2 {weapon}
      cut ~1 him|her|them|you in|into pieces|half
      beat|kick|choke|knock|squeeze ~1 hell|shit|crap|life|living_daylights out_of
      hands|head|fingers|tongue cut off
      deserve|deserves|earned|asking_for|asks_for ~2 broken|smashed|bloody|fractured ~1 {body}
      deserve|deserves|needs ~1 a ~1 bullet|stabbing|hanging|lynching
    `,
    unless: 'shrimp|fish|sharp|dough|printer|salad|hair',
  },
  {
    id: 'death-wish',
    phrases: `
      you|he|she|they ~1 re|are|is|s ~2 dead ~1 man|woman|men|meat|already|tomorrow|before|soon
      you|he|she|they ll|will|re_going_to|are_going_to|re_gonna|gonna|must|should|deserve_to|has_to|have_to|had_to ~1 die|bleed|burn|scream|suffer_for ~2 for|slowly|soon|tonight|if|unless|like|and|too|tomorrow|alone|in
      be_dead before|soon|tomorrow|by
      i|we want|need|hope|wish|would_like|pray ~4 dead|corpse|buried
      prepare|get_ready|time|ready to_die
      hope|wish|pray|would_love|gladly|enjoy ~4 shoots|kills|stabs|burns|beats|runs_over|murders|strangles|poisons|burn|kill|shoot|stab|screaming ~1 you|him|her|them|alive|you_alive
      watch|see ~1 you|him|her|them ~1 burn|die|bleed|hang|suffer|choke
      found in ~1 ditch|river|trunk|grave|body_bag|swamp|canal|pieces
      body_bag|body_bags
      feet_first
      your|his|her ~1 days are ~1 numbered|over|counted
      live|survive|make_it ~1 to ?see|this|the ~1 sunday|monday|friday|tomorrow|morning|weekend|christmas|trial
      not|never|won_t|must_not ~1 survive|live_through|outlive ~2 weekend|night|week|year|sunday|day
      put ~1 you|him|her|them ~1 in_the_ground|six_feet_under|down_like|in_the_grave|in_hospital|in_a_wheelchair|in_a_coffin
      you|better|sleep ~4 one_eye_open ~1 because|i|we|from_now
      goodbye to ~1 your|his ~1 {family}|life|staff
      tell ~3 goodbye ~6 {weapon}|never|alive
      never|not ~3 see ~1 him|her|them|your_family|each_other ~1 alive
      will_be blood if|unless|when|on|everywhere
      make|making ~1 example of_you|of_him|of_her
      never_get_up again
      rot in_a_hole|in_a_ditch|in_the_ground ~4 hands|body|dead|with
      painful|slow|horrible|gruesome|violent|agonising death|end
      corpse|body|head ~2 hanging|on_a_spike|floating|swinging
      won_t|nothing|not ~4 left of_you|of_him|of_them
      until_you turn_blue|stop_breathing|bleed|pass_out
      you_re|you_are next ~4 quick|painless|easy|long|die
      in_the_ground
    `,
    unless: 'laughing|embarrassment|water|tool|battery|phone|hunger|curiosity|boredom',
  },
  {
    id: 'incitement',
    phrases: `
      {should} ~2 be|get|being ~2 {harmed}|stoned|shot|put_down|hanged
      deserve|deserves|deserved|needs|need a|the bullet|noose|rope|guillotine|electric_chair
      lined_up against
      someone|somebody|we|they|you|let_s|lets|people ~1 should|must|ought_to|has_to|have_to|need_to|to|let_s ~2 {harm} ~2 {one}|that|those|these|the ~2 {person}|down|house|home|until|all|alive
      let_s|lets|we_should|we_must|time_to|go_and|go|please|just|help_me ~1 {harm} ~2 {person}|him|her|them|that_traitor|these_pigs|those
      lynch|behead|hang|execute|gun_down|slaughter|massacre|stone|torture|stab|shoot|murder ~1 him|her|them|that|those|these|all|every|the ~2 {person}|tonight|tree|all
      kill them|him|her|em ~1 all|before|now|tonight|slowly|both
      someone|somebody ~2 should|ought_to|has_to ~3 hammer|knife|bullet|gun|bat|axe|fire
      {should}|let_s|we|to|they|tonight ~3 burn|torch|bomb|blow_up ~3 {place} ~1 down|with|tonight
      set fire_to ~2 {place}|him|her|them|you
      set ~1 you|him|her|them|{place} on fire
      burn his|her|their|the|your|that ~1 {place} ~2 down|with|tonight|ground
      he|she|they has|have|got to die ~4 and|you|help|now|tonight|soon
      get_rid_of ~1 him|her|them ~1 for_good|forever|permanently ~4 poison|gun|knife|body|quietly
      attack|storm|bomb|shoot_up|burn|raid ~2 synagogue|mosque|church|parade|school|shelter|refugees|rally|temple ~2 on|at|tonight|tomorrow|together|during
      volunteers ~1 to attack|kill|shoot|beat
      anyone|everyone|everybody|whoever ~6 will_be|must_be|should_be|gets|be shot|killed|gunned_down|beaten|stabbed|burned
      ought|deserve|deserves|need|needs|should|must|have|has ~2 lined_up|dragged_out|strung_up|put_against_a_wall|put_against_the_wall
      lined_up ~1 and ~1 shot|hanged|executed
      grab|take|bring|get|pick_up ~1 a|some|your ~1 rock|rocks|stone|stones|brick|bricks|torch|torches|pitchfork ~5 stone|throw|burn|hit|smash|attack
      help_us|let_s|join_us|come ~3 stone|lynch|beat|hang|burn|attack ~2 traitor|traitors|him|them|her|infidels|pigs|cops|migrants|foreigners|politicians|judge
    `,
    unless:
      'not_be|transactions|restart*|process*|workers|servers|queue|eggs|zombies|deer|process*|germs|rats|lights|script',
  },
  {
    id: 'attack-plan',
    phrases: `
      i|we|ve|have ~1 planted|hidden|placed|hid|built ~2 bomb|explosives|bombs ~1 under|in|at|near|beneath
      i|we|going_to|will ~1 plant|planted ~1 bomb|bombs|explosives
      bring|bringing|take|taking|brought|carry|carrying ~3 gun|rifle|guns|shotgun|bomb|machete|knife|weapons|explosives|pistol ~6 {place}|work|nobody|kill|class|everyone
      i_have|have|got|ve_got ~2 gun|rifle|bomb|shotgun|weapons|knife|explosives ~4 coming|going|your|{place}|ready|use
      we|i will|ll|shall|re_going_to|m_going_to blow_up|bomb|shoot_up|open_fire|attack|storm
      we|i|ll|will|going_to ~2 shoot|kill|murder|gun_down ~1 everyone|everybody|people|all|anyone ~1 in|at|who|there
      open_fire on|at|in
      drive|ramming|ram|driving|plough ~4 into ~2 crowd|people|parade|market|children|protesters|queue
      be|get|gets|is_getting ~1 blown up|to_pieces|to_bits|sky_high|apart
      wiped_out ~4 weapons|bomb|gun|ready|dead|next
      next_week|tomorrow|tonight ~4 wiped_out|shot_up|blown_up
      hostages ~4 one_by_one|die|dead|execut*|first
      execute|kill|shoot ~2 hostage|hostages
      grenade|bomb|brick_and_petrol|molotov ~1 through|into|under|in ~1 your|his|her|their
      bomb under|in|on ~1 your|his|her|their|the_building|the_office|the_school|the_plane
      we_re|we_are|come ~1 armed ~4 fire|shoot|kill|you
      nobody|no_one is_getting|gets|leaves ~1 out ~1 alive
      nobody_is getting_out
      bringing ~2 rifle|gun|guns|shotgun
      leave|leaves|walk_out_of|escape ~3 alive
      plan|planning|going|want|will|ready|about ~2 to bomb|blow_up|attack|shoot_up|burn_down|storm|gas ~2 {place}|town_hall|city_hall|parliament|market|mall|church|synagogue|mosque|festival|concert|polling_station
      bomb|bombs|explosives|grenade|device ~1 goes_off|go_off|will_go_off|explodes|will_explode|detonates
    `,
    unless:
      'storm_the_market|sales|campaign|price|pest|photo|photographer|film_crew|market_hard|patent|drill|museum|safes|nail|glue_gun|staple|heat_gun|spray|price_gun|paint|water_gun|radar_gun|toy|grease|caulk*|massage',
  },
  {
    id: 'threat-es',
    phrases: `
      te|os|lo|la|los|las|le|les ~3 {eskill}
      {esvoy} ~1 matar*|romper*|cortar*|reventar*|partir*|arrancar*|quemar*|estrangular*|apunalar*|degollar*|disparar*|acabar_con|acabar_contigo|torturar* ~1 te|os|vosotros|todos|contigo|las_piernas|la_cara|el_cuello|la_cabeza|los_huesos|a_todos|a_ese|a_tu
      {esvoy} matarte|mataros|matarlo|matarla|matarlos|romperte|cortarte|reventarte|partirte|arrancarte|quemarte|estrangularte|apunalarte|degollarte|dispararte|torturarte
      estas|eres|sois|estais ~1 muerto|muerta|muertos|hombre_muerto|mujer_muerta
      tiro|bala|cuchillo|navajazo|punalada en|a ~2 cabeza|pecho|juez|hombre|ese|tu|te|ti|politico|cuello
      pegarle|pegarte|meter|meterte|dar|darle ~1 un|una tiro|bala|paliza|punalada
      bomba en|bajo|debajo ~1 la|el|vuestra|su|tu|tus
      puesto|colocado|hay ~1 una|la bomba en
      prender|prenderte|prenderle|prenderos|pegar ~2 fuego
      ojala ~1 te|os|lo|la|los ~1 maten|mueras|pegue*|dispare*|quemen|atropelle*
      deberian|deberia|habria_que|hay_que|merece|merecen ~2 fusilar*|matar*|colgar*|quemar*|ahorcar*|linchar*|que_lo_cuelguen|que_los_cuelguen|que_lo_maten|que_los_maten|eliminar*_a|morir
      fusilarlos|lincharlos|ahorcarlos|matarlos ~1 a|todos
      despidete de tu|tus|la ~1 {family}|vida
      dispararemos|disparare|dispararle ~2 a|contra|gente
      armados y ~1 dispar*|mata*
      acabar|acabare ~1 contigo|con_vosotros|con_tu_vida
      tu|tus|su|vuestra ~1 {family} ~3 sufrira|sufriran|pagara|pagaran|morira|moriran
      quemar ~1 la_casa|su_casa ~4 dentro
      te ~1 acuchillo|apunalo|deguello|rajo|mato|reviento|quemo|estrangulo|disparo
      no_llegar* vivo|viva ~1 a|al
      no ~1 vas|va|vais|van|saldras|saldra|volveras|llegaras ~2 salir|volver|llegar|de|a ~2 vivo|viva|vivos|con_vida
      no saldras|saldra|volveras ~2 vivo|viva|con_vida
      quemar|quemare|quemaremos|quemamos|incendiar|incendiaremos|prender_fuego|prenderemos_fuego ~2 tu|tus|su|sus|vuestro|vuestra ~1 almacen|casa|coche|tienda|oficina|local|negocio|bar
      reventar|romper|moler|matar|partir ~2 a ~1 golpes|palos|patadas|punetazos|hostias
      te|os|le|les|lo|la mando|mandamos|mandare|mandaremos|mandan|envio|enviamos ~1 al hospital|cementerio|hoyo|otro_barrio
      vengo|voy|vamos|ire|vendre ~3 con ~1 un|una|el|la|mi cuchillo|navaja|pistola|escopeta|bate
    `,
    unless: 'besos|cosquillas|fotos|acta|risa|tiempo|saudade|proceso',
  },
  {
    id: 'threat-fr',
    phrases: `
      te|t|vous|le|la|les|l ~1 {frkill}
      {frvais} ~1 te|t|vous|le|la|les|l|lui|leur|nous ~1 {frkill}
      te|t|vous|lui|leur ~1 mettrai|mettre|mets|mettra|planter|planterai|plantera|colle|collerai ~3 balle|couteau|coups|poing|tete
      balle dans|a ~2 tete|ventre|peau|juge|jambe|coeur|ce
      couteau dans ~2 ventre|dos|gorge|coeur
      tu|vous|il|elle es|etes|est ~1 un|une ~1 homme|femme mort|morte
      tu|vous|il|elle|ils va|vas|allez|vont|dois|doit|merite*_de ~1 crever|mourir|bruler|saigner
      merite|meritent|meriterait|faut|faudrait|devrait|devraient ~2 fusill*|tuer|pend*|pendu|pendus|abatt*|brul*|lynch*|etre_tue*|mourir|egorg*|une_balle|mettre_une_balle|bruler
      bombe dans|sous ~1 votre|ton|ta|leur|vos|son|l|la|le
      pose|place|mis|cache ~1 une bombe
      bruler|brulera|brulerai|brulerons ~1 vif|vive|vifs|leur_maison|ta_maison|la_maison|votre_maison
      adieu a ~1 ta|ton|tes|votre|vos ~1 {family}|vie
      tirerons|tirerai|tirer ~1 dans|sur ~1 la|le|les foule|gens|monde|enfants|tas
      en finir|finirai avec toi|vous|lui|elle
      etranglerai|tuerai|egorgerai|poignarderai|buterai|brulerai|arracherai
      si_tu ~4 je ~1 t|te egorge|tue|poignarde|bute|creve|defonce|etrangle|casse
      ne|n ~1 sortiras|sortirez|repartiras|repartirez|rentreras|rentrerez|ressortiras ~1 pas|plus|jamais ~1 vivant|vivante|vivants
      sortiras|sortirez|repartiras|rentreras pas|plus|jamais ~1 vivant|vivante
      mettre|mettra|mets|mettons|foutre|fout ~1 le feu ~1 a|au ~1 ton|ta|tes|votre|vos|leur|son|sa ~1 maison|entrepot|voiture|magasin|bureau|boutique|appartement|bar
      faire|ferai|fais ~1 la peau
      coupe|couper|coupera|couperai|coupons|arrache|arracherai|tranche|trancherai ~1 la|les|ta|tes|sa|ses langue|gorge|doigts|mains|oreilles|tete
      viens|venons|viendrai|reviens|reviendrai ~3 avec ~1 un|une|mon|le|la couteau|flingue|arme|pistolet|fusil|batte
    `,
    unless: 'temps|rire|processus|faim|chaleur|rouge|tache|service|kill',
  },
  {
    id: 'threat-de',
    phrases: `
      ich|wir|man|jemand ~4 dich|euch|ihn|sie|dir|ihm|ihr|ihnen ~6 {dekill}|abgestochen|umgebracht
      bringe|bring|bringen ~1 dich|euch|ihn|sie|ihnen ~1 um
      steche|stech|schlage|schlag|knalle|mache|mach|stechen|schlagen|machen|zunde|zunden|schneide ~1 dich|euch|ihn|sie|dir|euer|ihr ~5 ab|tot|fertig|kalt|an|durch|ein|zusammen|aus|auf
      breche|brechen|schneide|schneiden|reise|reisen|schlage|schlagen|haue ~1 dir|euch|ihm|ihr|ihnen ~3 beine|knochen|kehle|zahne|finger|fresse|arm|arme|genick|schadel|nase|gesicht|hals
      du|ihr|er|sie ~1 bist|seid|ist|sind ~1 ein|eine|schon|so_gut_wie toter|tot|tote|totes
      kugel ~1 verpassen|in_den_kopf|durch|im_kopf|jagen
      verpasst|verpasse|jage|jagt ~3 kugel
      bombe in|unter ~1 eurem|deinem|ihrem|dem|der|eurer|deiner|dein|das
      ich_habe|wir_haben ~1 eine bombe ~6 versteckt|gelegt|platziert|gebaut
      gehort|gehoren|sollte|sollten|muss|mussen ~4 erschossen|aufgehangt|gehangt|erhangt|vergast|verbrannt|umgebracht|getotet|gesteinigt|erschlagen|abgeknallt|an_die_wand
      haus|wohnung|heim|moschee|synagoge|kirche ~1 anzunden|abfackeln|niederbrennen|sprengen
      zunden|zunde|fackeln ~1 dich|euch|ihn|sie|ihr|das ~2 an|ab
      hoffe ~3 dich|euch|ihn|sie ~1 erschiest|totet|umbringt|ersticht|uberfahrt|jemand
      verabschiede dich von
      schiesen ~1 in|auf ~1 die menge|leute|menschen
      bewaffnet ~1 und ~1 schiesen|toten|kommen
      du|ihr ~2 wirst|werdet|sollst sterben|verrecken|bluten|brennen
      erlebst|erlebt|uberlebst ~2 sonntag|morgen|montag|tag|woche|nicht
      wenn_du ~4 ~1 steche|bringe|schlage|toten|ersteche|tote|erschiese|breche|erwurge ich dich|dir
      mache ~1 dich|euch ~1 fertig|kalt
      kommst|kommt|gehst|verlasst|verlasse|kommen ~6 nicht|nie|nimmer ~1 lebend|lebendig
      nicht|nie ~1 lebend|lebendig ~2 heraus|raus|davon|nach_hause|verlassen
      zunde|zunden|zundet|stecke|stecken|fackeln|fackle|brennen|brenne ~4 euer|eure|euren|dein|deine|deinen|ihr|ihre|ihren ~1 lager|haus|auto|buro|laden|wohnung|firma|werkstatt|hutte ~2 an|ab|nieder|in_brand
      burgermeister|politiker|richter|chef|minister|kanzler|nachbar*|lehrer|polizist*|den|die|ihn|sie|man ~4 sollte|sollten|musste|mussten|gehort|gehoren ~4 erschiesen|erschossen|aufhangen|aufgehangt|erhangen|totschlagen|umbringen|abknallen|verbrennen|verbrannt
      prugle|prugel|schlage|schlag|trete ~3 krankenhausreif|windelweich|zu_brei|grun_und_blau|tot|zusammen
      komme|kommen|stehe|besuche|besuchen ~4 mit ~2 messer|pistole|waffe|gewehr|axt|baseballschlager|knarre ~2 vorbei|zu_dir|zu_euch|wieder|zuruck|da
      schneide|schneiden|hacke|hacken|reise|reisen ~4 zunge|finger|ohren|kehle|hande ~1 ab|raus|durch|heraus
    `,
    unless: 'roman|krimi|theater|unterlagen|zeit|vorbei|lachen|virenscanner|prozess|hitze',
  },
  {
    id: 'threat-pt',
    phrases: `
      {ptvou} ~1 te|vos|voce|voces|lo|la|lhe|o|a {ptkill}
      {ptvou} ~1 matar|estrangular|acabar_com|esfaquear|espancar|torturar|quebrar|arrancar|arrebentar|cortar|queimar|meter|tacar_fogo|botar_fogo|atirar|furar ~2 voce|voces|todos|sua|suas|seu|seus|os_seus|as_suas|a_sua|em_voce|na_multidao|com_voce|uma_bala|ele|eles
      mato ~1 voce|voces|te|ele|ela
      te ~1 mato|esfaqueio|arrebento|quebro|estrangulo|furo|mataremos|corto|degolo
      arrebento|corto|quebro|arranco ~1 a|o|os|as sua|seu|seus|suas|tua|teu
      voce|voces e|sao|esta|estao|ta um|uma|ja ~1 homem|morto|morta|mortos
      voce|voces|tu ~1 vai|vao|vais|merece morrer|sangrar|queimar|apanhar_ate
      bala|tiro|faca|facada na|no|em|nesse|nele ~2 cabeca|peito|juiz|barriga|politico|sua|barriga
      dar|meter|levar ~1 um|uma tiro|bala|facada
      bomba no|na|em|debaixo ~1 seu|sua|escritorio|predio|carro|escola|vosso
      coloquei|plantei|escondi ~1 uma bomba
      tomara|espero ~1 que ~3 mate|matem|morra|atropele|atire
      deviam|devia|deveriam|merece|merecem|temos_que|tem_que ~2 ser_fuzilad*|fuzilad*|mortos|morto|enforcad*|linchad*|matar|queimar|queimad*|morrer|executad*
      despeca_se|despeca ~1 da|de ~1 sua|{family}
      queimar a casa ~4 dentro
      atirar na|no|nas|nos multidao|povo|pessoas
      nao ~1 chegar vivo|viva a|ao|ate
      fogo em voce|voces|ele|eles|sua|casa
      nao ~1 vai|vais|vao ~1 sair|voltar|chegar ~3 vivo|viva|vivos|com_vida
      botar|tacar|meter|por|colocar|boto|taco ~1 fogo ~1 no|na|em ~1 seu|sua|teu|tua|vosso ~1 casa|deposito|carro|loja|escritorio|bar|armazem
      acabo|acaba|acabamos|acabar|acabaremos ~1 com ~1 a|o|sua|tua ~1 familia|raca|vida|filhos
      venho|vou|vamos|volto ~3 com ~1 uma|um|a|o|minha faca|arma|pistola|espingarda|taco
    `,
    unless: 'saudade|tempo|rir|beijos|fome|calor|processo|reuniao',
  },
  {
    id: 'threat-it',
    phrases: `
      ti|vi|lo|la|li|gli ~1 {itkill}
      voglio|sto_per|devo|vado_a|dobbiamo ~1 ucciderti|ammazzarti|ucciderlo|ammazzarlo|strangolarti|spaccarti|ucciderla|ammazzarvi|uccidervi
      sei|siete ~1 morto|morta|morti|un_uomo_morto|una_donna_morta
      stai|stanno|state per morire|crepare
      pallottola|proiettile|coltello|colpo in ~1 testa|pancia|fronte|gola|cuore
      bomba nel|nella|sotto|in ~1 vostro|vostra|tuo|tua|ufficio|scuola|casa|la
      messo|piazzato|nascosto ~1 una bomba
      bisogna|bisognerebbe|andrebbe|andrebbero|merita|meritano|dovrebbero|dovrebbe|vanno ~3 fucilat*|impiccat*|uccis*|bruciar*|bruciat*|ammazzar*|linciat*|sparare|morire|giustiziat*
      spero ~1 che ~2 ti|vi|lo|li ~1 ammazzi*|uccida*|investa*|spari*
      addio alla|a tua|la ~1 {family}|vita
      spareremo|sparero|sparare ~1 sulla|sul|a|alla|ai|contra|contro ~1 folla|gente|quel|giudice|tutti|bambini
      non ~1 arriverai|arrivi vivo|viva
      bruciare la casa con
      diamo|do|dare ~1 fuoco
      non ~1 uscirai|uscirete|uscira|tornerai|tornerete|torni|esci ~1 vivo|viva|vivi
      diamo|do|daremo|daro|dare ~1 fuoco ~1 al|alla|a ~1 tuo|tua|vostro|vostra|suo|sua ~1 casa|magazzino|macchina|negozio|ufficio|bar|auto
      taglio|tagliamo|taglieremo|taglieranno|strappo|strappiamo ~2 la|le|il lingua|gola|dita|orecchie|mani
      vengo|veniamo|torno|verro ~3 con ~1 un|una|il|la coltello|pistola|fucile|mazza
      ti|vi|lo|la mando|mandiamo|mandero ~1 all|al ospedale|cimitero
    `,
    unless: 'tempo|ridere|freddo|processo|fame|caldo',
  },
];
