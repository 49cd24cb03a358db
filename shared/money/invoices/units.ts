import { UNITS } from '../../identity/letterhead/profile.ts'

/** The unit's code in UN/ECE Recommendation 20; units that aren't in the list become pieces. */
export function unitCode(unit: string | null | undefined): string {
  const word = unit?.trim().toLowerCase().replace(/\.$/, '') ?? ''
  const known = UNITS.find(({ name }) => word === name || word === `${name}s`)
  return known?.code ?? Object.keys(OTHER_WORDS).find((code) => OTHER_WORDS[code]?.includes(word)) ?? PIECE
}

/** Other names that agencies use for units, including other languages. */
const OTHER_WORDS: Record<string, readonly string[]> = {
  HUR: 'h hr hrs std stunde stunden heure heures uur uren ora ore hora horas time timer timmar'.split(' '),
  DAY: 'd tag tage tagen jour jours dag dagen giorno giorni día días dia dias dager'.split(' '),
  WEE: 'woche wochen semaine semaines weken settimana settimane semana semanas'.split(' '),
  MON: 'monat monate mois maand maanden mese mesi mes meses'.split(' '),
  ANN: 'jahr jahre an ans année années jaar anno anni año años'.split(' '),
  LS: ['pauschal', 'pauschale', 'forfait', 'flat', 'lump sum'],
  D68: 'wort wörter mot mots woord woorden'.split(' '),
  KMT: 'km kilometer kilometers kilometres'.split(' '),
}

/** UN/ECE Recommendation 20. */
const PIECE = 'C62'
