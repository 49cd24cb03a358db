interface Encoding {
  label: string
  name: string
  /** The letters beyond ASCII of languages written in it, in lower case. */
  alphabets: readonly string[]
  /** Whether its words have no ASCII letters. */
  ownScript?: boolean
}

/** Encodings of one byte per character in which programs write files, the most frequent first. */
const ENCODINGS: readonly Encoding[] = [
  {
    label: 'windows-1252',
    name: 'Windows-1252',
    alphabets: [
      ...['äöüßé', 'àâæçéèêëîïôœùûüÿ', 'áéíñóúüçºª¿¡', 'àáâãçéêíóôõúüºª', 'àèéìíîòóùúºª'],
      ...['áäçèéêëïíóöúü', 'åäöéàü', 'åæøéäöüóèô', 'áæðéíóöúýþ', 'àçéèíïóòúü·'],
      // Names of more than one language: German, French and Italian, and Nordic with others.
      ...['àâäçèéêëìîïòôöùûüß', 'åäæøöüéèëôàáíóúñç'],
    ],
  },
  {
    label: 'windows-1250',
    name: 'Windows-1250',
    alphabets: [...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ćčđšž'], 'ăâîşţ'],
  },
  {
    label: 'iso-8859-2',
    name: 'ISO 8859-2',
    alphabets: ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ćčđšž', 'ăâîşţ'],
  },
  { label: 'windows-1254', name: 'Windows-1254', alphabets: ['âçğıîöşûüİ'] },
  { label: 'windows-1257', name: 'Windows-1257', alphabets: ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'] },
  {
    label: 'windows-1253',
    name: 'Windows-1253',
    alphabets: ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ'],
    ownScript: true,
  },
  {
    label: 'windows-1251',
    name: 'Windows-1251',
    alphabets: ['абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ'],
    ownScript: true,
  },
]

const SAMPLE = 100_000
/** A letter by its class, but used as a symbol. */
const MICRO = '\u00b5'
/** How much better than the first an encoding must fit, because names come from all languages. */
const MARGIN = 0.05

/** The encoding in which most letters belong to one language, for bytes that aren't UTF-8. */
export function guessEncoding(bytes: Uint8Array): Pick<Encoding, 'label' | 'name'> {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const sample = bytes.subarray(Math.max(first - 1, 0), first + SAMPLE)
  const fits = ENCODINGS.map((encoding) => ({ encoding, fit: fitOf(sample, encoding) }))
  const [usual] = fits
  const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one))
  return (usual !== undefined && best.fit - usual.fit <= MARGIN ? usual : best).encoding
}

/** The largest share of letters beyond ASCII that any of the languages has. */
function fitOf(sample: Uint8Array, { label, alphabets, ownScript = false }: Encoding): number {
  const text = new TextDecoder(label).decode(sample)
  const counts = new Map<string, number>()
  let total = 0
  for (const { 0: letter, index } of text.matchAll(/[^\0-\x7f]/gu)) {
    const [before = '', after = ''] = [text[index - 1], text[index + 1]]
    // A symbol beside a letter is one of another encoding, except at the end of a word: m³. So is the prefix in µm.
    if (letter === MICRO || (!/[\p{L}\p{Cc}]/u.test(letter) && !/\p{L}/u.test(after))) continue
    total++
    if (ownScript && /[a-z]/i.test(before + after)) continue
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  if (total === 0) return 1
  const shares = alphabets.map((alphabet) =>
    [...new Set(alphabet + alphabet.toUpperCase())].reduce(
      (sum, letter) => sum + (counts.get(letter) ?? 0),
      0,
    ),
  )
  return Math.max(...shares) / total
}
