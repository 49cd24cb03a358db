/** Characters that neither decompose into Latin letters nor can be omitted, converted as in EPC217-08. */
const CONVERTED: Readonly<Record<string, string>> = {
  ...{ Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ä: 'ae', ö: 'oe', ü: 'ue', ẞ: 'SS', ß: 'ss' },
  ...{ Æ: 'Ae', æ: 'ae', Œ: 'Oe', œ: 'oe', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd' },
  ...{ Þ: 'Th', þ: 'th', ı: 'i', Ħ: 'H', ħ: 'h', ŋ: 'n', Ŋ: 'N', Ŧ: 'T', ŧ: 't' },
  ...{ '&': '+', _: '-', '–': '-', '—': '-', '‐': '-', '‑': '-', '−': '-', '€': 'EUR', '@': '(at)' },
  ...{
    '"': "'",
    '‘': "'",
    '’': "'",
    '‚': "'",
    '“': "'",
    '”': "'",
    '„': "'",
    '`': "'",
    '´': "'",
    '«': "'",
    '»': "'",
  },
  ...{ '[': '(', ']': ')', '{': '(', '}': ')', ';': ',', '\\': '/', '…': '...' },
  ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
  ...{
    ν: 'n',
    ξ: 'x',
    ο: 'o',
    π: 'p',
    ρ: 'r',
    σ: 's',
    ς: 's',
    τ: 't',
    υ: 'y',
    φ: 'f',
    χ: 'ch',
    ψ: 'ps',
    ω: 'o',
  },
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l', м: 'm' },
  ...{ н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh' },
  ...{
    щ: 'sht',
    ъ: 'a',
    ь: 'y',
    ю: 'yu',
    я: 'ya',
    ы: 'y',
    э: 'e',
    ё: 'yo',
    й: 'y',
    є: 'ye',
    і: 'i',
    ї: 'yi',
  },
  ...{ ґ: 'g', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', ђ: 'dj', џ: 'dz' },
}

const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]$/

function convert(character: string): string {
  if (ALLOWED.test(character)) return character
  const known = CONVERTED[character]
  if (known !== undefined) return known
  const lower = CONVERTED[character.toLowerCase()]
  if (lower !== undefined) return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`
  return ''
}

function convertAny(character: string): string {
  if (/[\s\p{Zs}]/u.test(character)) return ' '
  const converted = convert(character)
  if (converted !== '') return converted
  const parts = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
  if (parts.length === 0 || /^[\p{Cc}\p{Cf}\p{M}]$/u.test(character)) return ''
  const plain = parts.map(convert).join('')
  return plain === '' ? '.' : plain
}

/**
 * Converts the text to characters that all SEPA banks accept, and limits its length. As the EPC's guidelines
 * require, it has no leading, trailing or repeated slashes.
 */
export const sepaText = (text: string, length: number): string =>
  [...text.normalize('NFC')]
    .map(convertAny)
    .join('')
    .replace(/\/{2,}/g, '/')
    .replace(/ {2,}/g, ' ')
    .replace(/^[/ ]+/, '')
    .slice(0, length)
    .replace(/[/ ]+$/, '')
