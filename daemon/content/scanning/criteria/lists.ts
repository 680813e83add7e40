/**
 * Words that several criteria share: pronouns and auxiliaries of six languages, people, places, groups. Small
 * plain letters.
 */
export const SHARED: Record<string, string> = {
  i: 'i we ich wir je j on nous yo eu io my_brothers_and_i my_brother_and_i my_friends_and_i my_guys my_cousin my_brothers',
  you: 'you u ya ur your yourself yourselves thee',
  your: 'your ur his her their my our that this these those the every all',
  one: 'you u ya him her them everyone everybody anyone all_of_you all_of_them every_last_one everything_alive his her their your ur',
  iwill:
    'i_ll i_will i_m_going_to i_am_going_to i_m_gonna i_gonna im_gonna im_going_to i_m_about_to i_am_about_to i_want_to i_wanna i_shall i_d_love_to i_would_love_to i_d_like_to i_would_like_to i_d_enjoy i_d_gladly i_could i_can i_might i_may i_intend_to i_plan_to i_m_planning_to i_swear i_dream_of i_dream_about i_promise_to i_should_have i_should ill we_ll we_will we_are_going_to we_re_going_to we_re_gonna we_gonna we_want_to we_shall we_can we_could will_personally will_gladly i_hope_to my_guys_will my_brothers_will let_me let_us let_s lets i_am_coming_to i_m_coming_to i_came_to',
  iam: 'i_m i_am im i_ve_been i_have_been we_re we_are we_ve_been i_was i_keep i_kept',
  should:
    'should must ought_to need_to needs_to have_to has_to had_to deserve deserves deserve_to deserves_to time_to let_s lets got_to gotta want_to will_be going_to_be they_ll_be',
  esvoy: 'voy_a vamos_a vais_a va_a van_a quiero queremos',
  ptvou: 'vou vamos vai vao quero queremos ir',
  frvais: 'vais va on_va allons vont veux voulons',
  dewill: 'werde werden will wollen wird sollte sollten konnte mochte mochten',
  family:
    'family wife husband kids kid children child daughter daughters son sons mother mom mum father dad sister brother parents baby girlfriend boyfriend dog familia esposa mujer hijo hija hijos hijas madre padre familie frau mann kinder kind tochter sohn mutter vater famille femme mari fille fils enfants mere pere famiglia moglie marito figlio figlia figli filho filha filhos mae pai',
};
