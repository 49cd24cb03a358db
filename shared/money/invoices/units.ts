import { UNITS } from '../../identity/letterhead/profile.ts'

/** The unit's code in UN/ECE Recommendation 20; units that aren't in the list become pieces. */
export function unitCode(unit: string | null | undefined): string {
  const word = unit?.trim().toLowerCase().replace(/\.$/, '') ?? ''
  const known = UNITS.find(({ name }) => word === name || word === `${name}s`)
  return known?.code ?? CODES.get(word) ?? PIECE
}

/** Other names that agencies use for units, including other languages. */
const OTHER_WORDS: Record<string, readonly string[]> = {
  MIN: [
    'min mins minute minutes minuten minuto minuti minutos',
    'minuut minuter minutt minutter minuta minut minuty',
  ],
  HUR: [
    'h hr hrs std stunde stunden heure heures uur uren ora ore hora horas time timer timme timmar tim',
    'godz godzina godziny godzin hod hodina hodiny hodin',
  ],
  DAY: [
    'd tag tage tagen jour jours dag dagen dage dager dagar dygn døgn giorno giorni día días dia dias',
    'dzień dni den dny dní dnů',
  ],
  WEE: [
    'woche wochen semaine semaines week weken settimana settimane semana semanas',
    'uge uger uke uker vecka veckor tydzień tygodnie tygodni tyg týden týdny týdnů',
  ],
  MON: [
    'monat monate mois maand maanden mese mesi mes mês meses',
    'måned måneder månad månader mån miesiąc miesiące miesięcy mies měsíc měsíce měsíců',
  ],
  ANN: [
    'jahr jahre an ans année années jaar jaren anno anni año años ano anos år',
    'rok lata lat roky roků let',
  ],
  LS: ['pauschal pauschale forfait flat'],
  D68: [
    'wort wörter mot mots woord woorden parola parole palabra palabras palavra palavras ord',
    'słowo słowa słów slovo slova slov',
  ],
  KMT: ['km kilometer kilometers kilometres'],
}

/** UN/ECE Recommendation 20. */
const PIECE = 'C62'

const CODES = new Map(
  Object.entries(OTHER_WORDS).flatMap(([code, lines]) =>
    lines.flatMap((line) => line.split(' ').map((word) => [word, code] as const)),
  ),
).set('lump sum', 'LS')
