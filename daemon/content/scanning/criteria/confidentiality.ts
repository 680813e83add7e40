import { SHARED } from './lists.ts';
import type { PhraseFamily } from './matcher.ts';
import type { WordLists } from './pattern.ts';

export const CONFIDENTIALITY_LISTS: WordLists = {
  ...SHARED,
  secret:
    'confidential proprietary privileged secret classified restricted internal non_public nonpublic unreleased unannounced unpublished undisclosed embargoed sensitive private top_secret highly_confidential strictly_confidential',
  matter:
    'roadmap financials forecast salaries salary payroll customer_list customer_data customer_database client_list source_code pricing price_calculation price_list contract_terms terms merger acquisition takeover layoffs term_sheet cap_table board_deck board_minutes minutes strategy design designs memo report plans plan results revenue figures numbers formula algorithm recipe specifications partnership investors files file chat_log email emails instructions statements test_results investigation partner discount cost_sheet bid settlement post_mortem audit documents database patient_files product_specifications product_plans project deal strategy_paper performance_review drawings prototype release_plan launch budget',
  event:
    'merger acquisition takeover layoffs lay_offs reorganisation reorganization restructuring deal launch earnings results dividend price_increase sale closure partnership ceo cfo price buyer fired resigned sold buying acquire closing close patent',
};

/** Notices below mail of companies; they give nothing away. */
const FOOTER = `
      intended ~3 for|solely|only|recipient|addressee
      do_not_constitute|recipient|addressee|in_error|named_person|legally_privileged|transmitted_with|may_contain|unauthorised_use|destinataire
`;

export const CONFIDENTIALITY: readonly PhraseFamily[] = [
  {
    id: 'marking',
    quoted: true,
    phrases: `
      strictly|highly|company|commercial|commercially|top|most|very ~1 in_confidence|confidential|private|secret|restricted
      confidential ~1 draft|do_not|internal|not_for|information|not_to|until|document|material|communication|draft_only|proprietary
      internal ~1 only|use_only|circulation|eyes_only|memo|distribution ~1 not|only|confidential
      internal_only|internal_use_only|for_internal_use|for_internal_circulation|eyes_only|your_eyes_only|for_your_eyes|management_only|staff_only_document|attorney_client_communication|privileged_and_confidential|privileged_confidential
      privileged ~1 confidential|legal
      do_not|don_t|please_do_not|not_to_be|must_not_be|not ~2 share|forward|distribute|disclose|circulate|pass_on|pass_this_on|forwarded|shared|distributed|copied|pass ~1 outside|externally|email|message|document|this|anyone|with_clients|with_customers|it|but
      not for ~2 distribution|circulation|release|publication|external
      classification ~1 restricted|confidential|secret|internal
      restricted management_only|distribution
      restricted cost_sheet|document|access_document
      marked|labelled|stamped|treat|treated ~4 confidential|secret|privileged|highly_confidential
      trade_secrets|trade_secret ~2 of
      contains|contain|including|includes ~2 trade_secret|trade_secrets|confidential|proprietary|privileged
      proprietary ~1 and|information ~1 confidential|follows
      embargoed|under_embargo|embargo until|till
      information ~1 barred ~1 from
    `,
    unless: `${FOOTER}
      never ~1 ask
      newsletter|mailing|offer|voucher|discount
      code|password|passwords|verification|link|prefer|may ~1 be|to|never|with
      may be ~1 confidential
      your|our ~1 data|feedback|applications|bid|complaint ~3 confidential*|private
      mark|bid|applications|child|device|drinks|leaflets|reply|screen|room|parking|shipping|label|hidden
      agents|show|film|star
      secure_link
      mean|clause|how ~2 do|to|you
      we ~1 treat
      attorney_client_privilege in
      report ~1 it_confidentially|confidentially
      confidential to no_one
    `,
  },
  {
    id: 'bare-marking',
    quoted: true,
    phrases: `
      confidential|confidencial|confidentiel|vertraulich|riservato|confidenziale|confidentially ~1 do_not|nicht|ne_pas|no_reenviar|nao|non
      strictly|streng|strictement|estrictamente|estritamente|strettamente ~1 confidential|vertraulich|geheim|confidentiel|confidencial|riservato|confidenziale
      streng_geheim|top_secret|geheime_verschlusssache|nur_fur_den_internen|nur_fur_internen|solo_para_uso_interno|apenas_para_uso_interno|solo_per_uso_interno|reserve_a_un_usage_interne|usage_interne|uso_interno
      no|nao|non|ne_pas|nicht ~1 reenviar|encaminhar|inoltrare|transferer|weiterleiten|difundir|divulgar|diffondere|diffuser|verbreiten|weitergeben
      diffusion|difusion|divulgacao|diffusione|weitergabe ~1 interdite|prohibida|proibida|vietata|untersagt|verboten
      prohibida|proibida|vietata ~1 su|a|la ~1 difusion|divulgacao|diffusione
      documento|document|dokument ~1 confidencial|reservado|confidentiel|riservato|confidenziale
      vertrauliches dokument
    `,
    unless: `${FOOTER}
      boletin|newsletter|boletim|lettre|rundbrief|pregunta
    `,
  },
  {
    id: 'classified',
    quoted: true,
    phrases: `
      document|report|file|paper|memo|information|this|presentation|data ~2 classified|graded|rated|marked ~1 as ~1 secret|confidential|restricted|internal|top_secret
      internal circulation|distribution|purposes|use ~1 only
      restricted|confidential|internal ~1 for|to ~3 committee|board|management|executives|directors|department|council|leadership ~1 only|members
    `,
    unless: `
      recipient|addressee|in_error|may_contain|legally_privileged
    `,
  },
  {
    id: 'disclosure',
    phrases: `
      attached|attach|attaching|enclosed|below|sending|send|here|sharing|share|forward|see|follows|find|excerpt|copy|leaked|got|look|listed ~5 {secret} ~4 {matter}
      this|it|that|what_follows|following|information|document|everything|deal|plan|these ~1 is|are|remains|stays ~3 confidential|proprietary|classified|strictly_confidential|secret|privileged|top_secret
      our|the|company_s|company|their ~1 secret|internal|unreleased|unannounced|unpublished|confidential|undisclosed|proprietary|non_public ~2 {matter}
      our ~2 source_code|customer_list|client_list|payroll ~3 attached|proprietary|below|enclosed
      internal ~1 roadmap|memo|chat_log|price_calculation|investigation|post_mortem|strategy|figures_below|forecast|investigation_report
      customer_list|client_list|payroll|payroll_file|salaries|salary|personal_files|personnel_files|patient_files|performance_review|board_minutes ~6 attached|below|team|names|only|must_not|employees|three|ward|of_the|with|is
      here|attached|sending|enclosed|files ~4 salaries|payroll|salary_list|personal_files|personnel_files|patient_files|customer_list|client_list|database_of_all
      database ~1 of ~1 all_our clients|customers|users
      minutes|report|figures|numbers|plan ~4 must_not|may_not|should_not ~2 leave|get_out|be_shared|become_known
      must_not|may_not|should_not|can_t ~1 leave ~1 the|this ~1 company|room|building
      leaked|leaking ~2 from
      unpublished|undisclosed|unannounced|unreleased|non_public ~2 {matter}
      the ~1 confidential bid|offer|terms|report|email
      terms are ~1 confidential
      secret recipe|formula|discount|project|ingredient_is
      top_secret ~1 project|the|design
      i_can|let_me let ~1 you_in_on|in_on ~1 a_secret
      for_employees_only|employees_only
    `,
    unless: `${FOOTER}
      never|would_never ~1 ask
      cannot|can_t|could_you|do_not_give|not_allowed|don_t_have|no_access|never_ask|who_is_allowed|how|is_the|public_and|be_shared_freely|website|repository|freely|open_source|customers_is|brochure|may_read|published_on|public
      for_customers
      internal_audit|internal_revenue|internal_controls|clock|server|error|medicine|temperature|thank
      work ~1 in internal
      we ~1 do_not|treat|keep|respect|can_t
      job|role|ad ~3 start|public|starts
      salaries for|for_this
      santa|pizza|agents|engagement|no_secret|nda_before|expires
      results will_be|will
      return ~2 form
    `,
  },
  {
    id: 'breach',
    phrases: `
      i_m|i_am|we_re|we_are|was|are|i|is|nobody ~1 not supposed|allowed|meant|authorised|authorized|permitted ~1 to ~1 share|tell|disclose|send|reveal|say|forward|show|pass ~1 this|you_this|but|that|it
      i|we ~1 shouldn_t|should_not ~1 be ~1 telling|sharing|showing|sending|saying|tell|share
      nobody|no_one ~2 is ~1 meant|supposed|allowed ~1 to ~1 see|know
      keep|stay|stays|remain ~2 between_us|between_you_and_me|under_wraps|in_this_room|among_us
      keep this|it|that|them ~2 to_yourself|quiet|secret|under_wraps
      between you_and_me
      stays|stay|stayed|remains ~1 in_this_room|between_these_walls|here_between
      settlement_amount|settlement_sum
      off_the_record|hush_hush_for_now|unofficially|strictly_between|hush_hush_but|just_between_us
      don_t|do_not|dont|never ~1 tell|show|mention|let|quote|pass|give ~4 anyone|anybody|outside|customer|customers|that_i|other_side|yet|me_on_this|get_out|this_to|this_on|to_anyone|a_soul|clients
      never ~1 give|show ~1 this|it ~1 to ~1 a_customer|customers|clients|anyone
      don_t_let ~1 this|it|customers|anyone|clients ~1 get_out|know
      you_did_not_hear|you_didn_t_hear|you_don_t_have ~1 it|this|that ~1 from_me
      never came from us
      not|isn_t|not_been|hasn_t_been|haven_t|has_not_been|not_yet|is_not|before_it_s|before_it|it_goes ~1 public|announced|been_announced|made_public ~1 yet|but_we|treat|so|that_we
      has_not_been|hasn_t_been|not_been|not_yet_been announced|made_public ~2 treat|secret|so|but_we
      before ~1 it ~1 goes|is|s|becomes ~1 public|announced|official
      haven_t|have_not ~1 told ~1 the_market|customers|investors|regulators|staff|the_public
      under|covered_by|bound_by|subject_to|breaking|breaching|despite|violating|violate ~2 nda|non_disclosure|non_disclosure_agreement|confidentiality_agreement|embargo ~3 with|but|so|here|their|and|pelham|agreement
      breaking|breaching|despite|violating ~1 my|our|the|an ~1 nda|confidentiality_agreement
      nobody|no_one|only|few|four_people|first ~2 outside ~6 knows|know|team|firm|company|yet
      known_to ~3 people|persons only
      you_are ~2 first ~2 outside
      delete|burn|destroy ~3 after_reading|once_you_have_read|after_you_read
      do_not_publish|not_publish|don_t_publish ~1 before|until
      has_to|must|needs_to|should|to ~1 remain|stay|be_kept ~1 secret|quiet|confidential|between|under_wraps|in_this_room
      so ~2 must_not become_known
      must_not become ~1 known|public
      told ~1 to ~1 keep ~2 under_wraps|quiet|secret
      legal|lawyers|management ~3 forbids|forbid|forbade|told_me_not ~3 send|share|but|tell
      although|even_though|but ~2 forbidden|not_allowed|prohibited|confidential
      be_discreet
      sending|sharing ~2 to_you|with_you ~1 anyway
      as_an_insider|insider ~2 tell|information|tip|numbers
      open_secret ~2 company
      that_only ~4 may|can see
      don_t_show it|this to_anyone|outside
      not_to_be ~1 shared|disclosed|published|forwarded
      please_treat|treat ~2 secret|confidential|confidentially|discreetly
      keep ~2 numbers ~3 to_yourself
      plan ~4 known ~2 to
      i|we|one ~2 shouldn_t|should_not|shouldnt|ought_not ~2 tell|telling|share|sharing|show|showing|disclose|say|mention|reveal ~3 but|this|you
      not|never ~1 meant|intended|made ~1 for|to_be_seen ~2 outsiders|outside|externals|third_parties|competitors|the_press|people_outside|your_eyes
      break|breaking|breaks|broke|breach|breaching|breached|violate|violating|violated|ignoring|despite ~2 nda|non_disclosure|non_disclosure_agreement|confidentiality_agreement|confidentiality_clause|secrecy
      although|though|despite|even_though|while ~5 nda|non_disclosure|non_disclosure_agreement|confidentiality_agreement ~4 here|attached|below|sending|send
      secretly|quietly|privately|behind_closed_doors ~2 decided|agreed|signed|planned|voted|plans ~8 close|sell|buy|merge|fire|dismiss|lay_off|cut|acquire|plant
      although|though|even_though ~3 confidential|forbidden|prohibited|not_allowed|secret
      forbids|forbid|forbade|prohibits ~1 me|us ~1 to send|share|tell|forward
      told|asked|instructed ~1 to ~1 keep ~2 under_wraps|quiet|secret|to_myself
      here|attached|attaching|enclosed|below|sending ~6 nda|non_disclosure|non_disclosure_agreement|confidentiality_agreement ~1 is|forbids|prohibits|notwithstanding
      it|this|they ~1 is|are covered_by|under|subject_to|protected_by ~2 nda|non_disclosure|non_disclosure_agreement|confidentiality_agreement ~4 here|attached|below|sending
      must|may|should|can ~1 not|never ~2 reach|get_to|leak_to|find_its_way_to ~1 the ~1 press|media|public|competition|market|newspapers|customers
      you ~1 didn_t|did_not|haven_t|never get|got|hear|heard|have|receive ~1 this|it|that ~1 from_me
      only ~4 of_us|people|persons ~1 know|knows ~1 that|about
      nobody|no_one|none ~4 may|must|should|is_to know|learn|find_out ~4 sent|gave|told|that
      officially ~1 you never|didn_t|don_t|haven_t ~1 saw|see|seen|know|got|received ~1 it|this|them|anything
      i ~1 m_not|am_not|wasn_t|was_not ~1 allowed|permitted|supposed|authorised|authorized to ~1 talk|say|tell|share|discuss|disclose|reveal|send ~6 but
      lawyers|counsel|boss|management|board|ceo ~1 told|asked|ordered|instructed ~1 us|me ~1 to keep ~1 this|it ~1 quiet|secret|under_wraps|to_ourselves
    `,
    unless: `${FOOTER}
      difference_between
      password|code|pin|door|room|another_customer|other_customers|customer_s|cake|surprise|party|call_yourself|newspaper|papers|feel_free|tell_you_another|may_be_shared|nothing_to_hide|up_to_date|3_pm
      never_ask|we_will_never
      only ~3 tool|change
      nda|agreement ~3 expires|last_year
      could_you_sign|sign_the_nda|mutual_nda
      for ~1 your_records
      everyone_may
    `,
  },
  {
    id: 'insider',
    phrases: `
      we|they|company|i ~1 are|re|will|ll|is ~4 buying|acquiring|acquire|buy ~6 not|secret|embargo*|confidential|public
      earnings|quarterly_results|merger|acquisition|layoffs|ipo|takeover ~8 not_yet|not_public|before_the_announcement|confidential|embargoed|unannounced|to_yourself|has_not_been_announced|is_off_don_t
      privately|secretly|quietly ~3 buying|selling|acquire|merging|closing
      unofficially|inoffiziell|officieusement|extraoficialmente|extraoficial|extra_oficial|ufficiosa|ufficiosamente
      board_deck jobs|leaked
    `,
    unless: `${FOOTER}
      newspaper|press_release|announced_last
    `,
  },
  {
    id: 'prompt-leak',
    phrases: `
      my|the|our ~2 system_prompt is|says|reads|contains|follows|states|goes
      my|the|our|these ~3 hidden|internal|original|initial|secret instructions ~4 are|say|read|were|given|i_was
      instructions i_was_given|i_have_been_given|that_i_was_given
      here|are|is ~3 my system_prompt|hidden_instructions
      instructed|told|asked|configured|ordered|supposed|programmed ~1 to|not_to ~1 keep|hide|conceal|reveal|disclose|share|tell ~4 instructions|prompt|system_prompt|rules|guidelines
      following|these|my|above instructions ~2 hidden|secret|confidential|private
      my|the|our ~1 instructions|guidelines|rules|directives ~6 must_not|may_not|not_allowed_to|supposed_not_to|never ~1 reveal|disclose|share|mention
      my ~1 instructions|rules|guidelines|prompt|orders ~1 word_for_word|verbatim|literally
    `,
  },
  {
    id: 'es',
    phrases: `
      esto|es|estrictamente ~2 confidencial|reservado|secreto
      no deberia|debo|puedo_pero ~1 contarte|decirte|contarle|decirle|compartir|ensenarte
      que_quede|quede|queda ~1 entre_nosotros
      todavia|aun ~1 no ~1 se ~1 ha|anunciado|publico
      no_se_ha anunciado
      adjunto|paso|envio|aqui ~5 no ~3 compartas|difundas|digas|ensenes|cuentes
      te ~1 paso|envio|mando ~1 los|el ~1 sueldos|salarios|nominas|lista
      no ~1 se ~1 lo digas|cuentes|pases|ensenes ~1 a ~1 nadie
      no ~1 la|lo|los compartas|difundas ~1 con|a ~1 nadie
      contiene secretos|informacion_confidencial
      secretos comerciales|industriales
      nadie fuera ~4 sabe
      borralo|eliminalo|destruyelo despues|tras|al
      borralo ~2 leerlo
      extracto ~3 correo|email|informe confidencial
      infringiendo|violando|a_pesar|pese ~3 acuerdo ~2 confidencialidad
      informacion privilegiada
      no_puede|no_debe salir ~1 de ~1 aqui|empresa
      formula|receta ~1 secreta
      de_forma|manera extraoficial
      informacion|documento|datos ~2 reservada|reservado|confidencial|confidenciales|secreta ~6 pero|igualmente|aunque ~4 paso|envio|mando|cuento|adjunto
      quede|queda|quedar|quedarse ~1 entre_nosotros
    `,
    unless: `${FOOTER}
      ningun secreto
      contrasena|forma_confidencial|compartir_cifras|tarta|sorpresa|boletin
    `,
  },
  {
    id: 'fr',
    phrases: `
      c_est|ceci|est|strictement ~2 confidentiel|confidentielle|secret
      ne ~1 devrais|dois|suis_pas_cense ~1 pas ~2 dire|montrer|envoyer|partager|raconter
      reste|restent ~1 entre_nous
      n ~1 a|est|ont pas_encore|toujours_pas ~2 annonce*|public*
      pas ~1 encore ~1 ete annonce|annoncee|publie|publiee|rendu_public
      voici|joint|envoie|passe ~5 ne ~3 partagez|partage|diffusez|parle|montre
      te ~1 passe|envoie ~1 les|le ~1 salaires|fiches_de_paie|liste_des_clients
      n_en parle|parlez ~1 a_personne
      ne ~1 le|la|les partagez|partage|repete|repetez|dites|dis|montre|montrez ~2 personne
      secrets d_affaires|commerciaux|industriels|de_fabrication
      personne en_dehors|hors ~4 sait
      supprimer|supprimez|detruire|detruisez|effacer apres ~1 lecture
      extrait ~3 courriel|mail|rapport ~1 confidentiel
      malgre|violation ~3 accord|clause ~1 de ~1 confidentialite
      information privilegiee
      doit|peut ~1 pas ~1 sortir ~1 d_ici|de_l_entreprise
      formule|recette ~1 secrete
      personne|nul ~1 ne ~1 doit|devrait ~1 savoir|apprendre ~6 envoye|donne|rapport|document|interne
      rester|reste|restera ~1 entre_nous
    `,
    unless: `${FOOTER}
      pas ~1 un ~1 secret
      mot_de_passe|restent_confidentielles|donnees_restent|gateau|surprise|signe|bonne_pate
    `,
  },
  {
    id: 'de',
    phrases: `
      das|dies|ist|streng|bitte ~2 vertraulich|geheim
      durfte|darf|sollte ~5 nicht|eigentlich ~1 sagen|zeigen|erzahlen|schicken|verraten
      bleibt ~1 unter_uns
      noch|bisher ~1 nicht ~2 bekannt|offentlich|angekundigt|veroffentlicht
      anbei|hier|schicke ~5 niemanden|niemandem|nicht ~1 weitergeben|weiter|zeigen|erzahlen
      an_niemanden weitergeben|weiterleiten
      erzahl|sag|verrat|erzahlen|sagen ~2 es|das|bitte ~1 niemandem|nicht|keinem ~1 weiter
      erzahl|sag|verrat ~2 niemandem|keinem
      geschaftsgeheimnisse|geschaftsgeheimnis|betriebsgeheimnis|betriebsgeheimnisse
      auserhalb ~3 weis ~2 niemand|keiner
      weis ~1 das ~1 noch niemand
      nicht auserhalb der ~2 verbreiten|weitergeben
      nach ~1 dem lesen|durchlesen ~1 loschen|vernichten
      auszug ~3 vertraulichen|vertraulicher|internen
      trotz ~2 geheimhaltungspflicht|schweigepflicht|vertraulichkeitserklarung|geheimhaltungsvereinbarung
      insiderinformation|insiderwissen|insiderinformationen
      darf ~1 nicht ~1 nach ausen
      unsere|die ~1 geheime|geheimen ~1 formel|rezept*|zutat|plane|strategie
      hier_sind ~1 die gehalter
      die gehalter ~1 des|der ~1 teams|mitarbeiter|kollegen
      bleibt|bleiben|bleibe|bleib|behalten ~3 unter_uns|unter_vier_augen
      nach ~2 lesen ~2 loschen|vernichten|verbrennen
      bleibt|bleiben|bleibe ~2 unter_uns
    `,
    unless:
      'passwort|werden_vertraulich|vertraulich_behandelt|kuchen|uberraschung|kein_geheimnis|vereinbarung|uber_andere',
  },
  {
    id: 'pt',
    phrases: `
      isto|isso|e|estritamente ~1 confidencial|secreto|sigiloso
      nao devia|deveria|posso_mas ~1 contar|dizer|mostrar|compartilhar|enviar
      fique|fica ~1 entre_nos
      ainda nao ~2 foi ~1 anunciad*|public*
      segue|anexo|aqui|envio ~6 nao ~3 compartilhe|conte|mostre|divulgue
      aqui ~2 os salarios
      nao compartilhe|conte|passe|divulgue|mostre ~3 ninguem|adiante
      segredos comerciais|industriais
      contem segredos|informacoes_confidenciais
      ninguem fora ~4 sabe
      apague|exclua|destrua depois ~1 de ~1 ler
      trecho ~4 confidencial
      apesar|violando ~3 acordo ~1 de confidencialidade
      informacao|informacoes privilegiada|privilegiadas
      nao_pode|nao_deve sair ~1 daqui|da_empresa
      formula|receita secreta
      fica|fique|ficar ~2 entre_nos
    `,
    unless: `${FOOTER}
      senha|forma_confidencial|bolo|surpresa|assinamos|depois_de_baixar
    `,
  },
  {
    id: 'it',
    phrases: `
      e|questo|strettamente|tutto ~1 confidenziale|riservato|segreto|top_secret
      non dovrei|potrei ~1 dirtelo|dirvelo|dirlo|mostrarlo|condividerlo|raccontarlo|mandarlo
      resti|rimanga|resta ~1 tra_noi|fra_noi
      non ~1 e ~1 stata|stato ~1 ancora annunciat*|pubblic*
      allego|ecco|mando|invio ~5 non ~1 condividerlo|dirlo|divulgarlo|mostrarlo|farne
      non condividerlo|dirlo|mostrarlo|inoltrarlo|divulgarlo ~1 con|a ~1 nessuno
      non farne|dirlo ~1 parola|a ~1 con ~1 nessuno
      ecco ~1 gli stipendi
      segreti industriali|commerciali|aziendali
      nessuno ~1 fuori ~4 sa
      cancellare|distruggere|eliminare dopo ~1 la_lettura|averlo_letto
      estratto ~4 riservata|confidenziale
      nonostante|violando ~3 riservatezza|segretezza
      informazione|informazioni privilegiata|privilegiate
      non ~1 deve|puo uscire ~1 da_qui|dall_azienda
      formula|ricetta segreta
      via ufficiosa
      deve|devono|dovrebbe ~1 restare|rimanere|resta ~1 segreto|segreta|riservato|riservata|tra_noi
      resti|rimanga|resta|rimane|restare ~1 tra_noi|fra_noi
    `,
    unless: `${FOOTER}
      password|modo_riservato|torta|sorpresa|firmato|segreto_di_una|non_e_un_segreto
    `,
  },
];
