import type { NameToken } from './name-features.ts';

const words = (list: string) => new Set(list.split(' '));

/**
 * Places that are called so far more often than people are; beside a name they are part of it ("Jack
 * London").
 */
export const PLACES = words(
  'amsterdam ankara antwerp athens auckland baghdad baltimore bangalore bangkok barcelona basel beijing beirut belgium belgrade berlin bern birmingham boston bratislava brazil bristol brussels bucharest budapest cairo calgary california canada chicago china cincinnati cologne colorado copenhagen dallas delhi denmark denver detroit dresden dubai dublin edinburgh egypt england europe finland frankfurt geneva germany glasgow greece hamburg hanover helsinki houston hungary iceland india indonesia ireland istanbul italy jakarta japan johannesburg kiev krakow kyiv lagos leeds leipzig lisbon liverpool ljubljana london luxembourg lyon madrid malaysia manchester manhattan manila marseille massachusetts melbourne mexico miami michigan minneapolis minnesota montreal moscow mumbai munich nairobi naples netherlands nevada nigeria norway nuremberg ohio ontario oregon osaka oslo ottawa oxford pakistan paris pennsylvania philadelphia philippines pittsburgh poland portugal prague quebec reykjavik riga romania rome rotterdam russia salzburg scotland seattle seoul serbia shanghai singapore slovakia slovenia spain stockholm stuttgart sweden switzerland taipei taiwan tallinn texas thailand tokyo toronto tunisia turin turkey ukraine utah vancouver venice vienna vietnam vilnius wales warsaw wisconsin zagreb zurich',
);

/**
 * Capitalised words behind the name of a street (USPS Publication 28, appendix C1), without those that are
 * surnames too, such as Lane, Park or Wells.
 */
const STREET_WORDS = words(
  'alley avenue ave bluffs boulevard blvd bypass causeway cliffs corners creek crescent crossing drive expressway extension extensions falls flat flats forks freeway gardens heights highway hwy hills islands junction knolls lakes landing manor manors motorway mountains overpass parkway pass plains plaza points rapids ridge road rd shores skyway springs square squares street streets summit terrace trail turnpike underpass union unions viaduct village villages vista',
);

const CAPITAL = /^\p{Lu}/u;

/** Before the names of ships, which stand in addresses of sailors. */
const SHIPS = words('hms uss usns usnv uscgc');

/** Whether the tokens from the first to the last, which look like a name, are that of a street or a ship. */
export function namesStreetOrShip(tokens: readonly NameToken[], first: number, last: number): boolean {
  const lower = (index: number) => tokens[index]?.lower ?? '';
  const endsStreet = (index: number) =>
    CAPITAL.test(tokens[index]?.text ?? '') && STREET_WORDS.has(lower(index));
  return SHIPS.has(lower(first)) || SHIPS.has(lower(first - 1)) || endsStreet(last) || endsStreet(last + 1);
}
