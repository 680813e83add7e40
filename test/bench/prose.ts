/**
 * English for messages under measurement. One sentence over and over would hide what compression, scanners
 * and the search index cost, so a text has all of these before it repeats one, and each text has them in
 * another order.
 */
const SENTENCES = [
  'Thank you for the photographs from the harbour, they arrived safely last night.',
  'Our train leaves at half past seven, so we should meet near the bakery by seven.',
  'The carpenter measured both windows and thinks the frames can be repaired.',
  'Could you bring the green folder with the minutes of the spring meeting?',
  'Maria found an old map of the valley in a box behind the piano.',
  'The soup was excellent, although the kitchen ran out of bread before nine.',
  'We moved the workshop to Thursday because the hall is being painted.',
  'Please tell Jonas that his bicycle is still leaning against our fence.',
  'The harvest was smaller than expected, mostly due to the dry weeks in June.',
  'I have written three pages about the bridge and will send the rest on Monday.',
  'Her choir sings in the chapel on Sunday, and the entrance is free.',
  'The second bus stops right in front of the library, across from the pharmacy.',
  'Nobody could explain why the clock in the tower runs eleven minutes ahead.',
  'Twelve people have signed up for the walk, and four of them bring dogs.',
  'The new curtains are lighter, which makes the room look twice as large.',
  'Peter asks whether the contract for the boat house has been renewed.',
  'Snow is forecast for the weekend, so keep the heavy blankets at hand.',
  'My brother repaired the pump with parts from an ancient washing machine.',
  'The teacher praised the drawings of the lighthouse and hung two in the hall.',
  'Between the orchard and the road there is room for at least thirty chairs.',
  'Supper is at six, dancing begins at eight, and breakfast is whenever you wake.',
  'The museum keeps the smaller paintings in a cellar that visitors never see.',
  'Have you decided whether you want the oak table or the one made of pine?',
  'Last autumn we counted forty herons along the canal, this year only nine.',
  'The recipe calls for walnuts, but almonds from the market work just as well.',
  'Grandmother remembers when ferries crossed the bay six times every day.',
  'A pair of gloves was left on the bench, brown leather with a torn seam.',
  'The orchestra rehearses in the gymnasium until the theatre roof is finished.',
  'Their garden slopes toward the river, which floods the lower beds in March.',
  'Anna wants to borrow the projector for her talk about volcanoes.',
  'The printer promises the posters by Wednesday, in blue instead of violet.',
  'We painted the kitchen yellow and now everyone complains about the curtains.',
  'Seven kilometres of the path are closed while the forest crew clears branches.',
  'He plays chess by mail with a retired captain who lives on an island.',
  'The bakery on the corner changed hands but kept its famous plum cake.',
  'If the weather holds, the children would like to sleep in the tent.',
  'Our neighbour keeps bees, and her honey tastes faintly of lavender.',
  'The committee agreed on a smaller stage with better lights and more exits.',
  'An engineer will inspect the lift before guests move into the upper floors.',
  'The novel takes place in a village where it rains two hundred days a year.',
  'Everyone liked the first proposal, yet the cheaper one won by a single vote.',
  'Bring sturdy shoes, a lamp and something warm, because caves stay cold in July.',
  'The parcel went to the wrong street and came back with a friendly note.',
  'Next month the swimming pool opens an hour earlier for people who commute.',
  'Their daughter studies geology and spends her holidays hammering at cliffs.',
  'The violin needs fresh strings, and the bow should be looked at as well.',
  'Both ladders are in the shed behind the empty barrels and the old sledge.',
  'The lecture on medieval bridges was so popular that it will be repeated.',
];
/** Steps through the sentences that reach each of them: numbers without a common divisor with their count. */
const STRIDES = [1, 5, 7, 11, 13, 17, 19, 23, 25, 29, 31, 35, 37, 41, 43, 47];

/** A text of so many bytes; the same one for the same number. */
export function prose(bytes: number, number: number): string {
  const stride = STRIDES[number % STRIDES.length] ?? 1;
  let text = '';
  for (let index = number; text.length < bytes; index += stride) {
    text += `${SENTENCES[index % SENTENCES.length]}\n`;
  }
  return text.slice(0, bytes);
}
