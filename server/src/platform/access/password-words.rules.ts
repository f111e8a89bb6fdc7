/** Signs that people put for letters, as in `p@ssw0rd`. */
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const undisguised = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => disguises[sign] as string)

/** The shortest part that a text repeats, such as `abc` of `abcabc`; the text itself if none. */
function unitOf(text: string): string {
  const again = `${text}${text}`.indexOf(text, 1)
  return again > 0 && again < text.length ? text.slice(0, again) : text
}

/** Without the digits and signs that people put around a word: `!Dragon2024` is `dragon`. */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
/** Without spaces and signs between. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
const withoutEnd = (text: string): string => text.replace(/[^\p{L}]+$/u, '')

/** Shorter ones say nothing: `a1` and `a2` would be one. */
const leastLetters = 4

/**
 * The words that a password is made of, as attackers undo what people make of leaked ones: lower case, without spaces and
 * signs between, without digits and signs around, letters for signs, and once for what is repeated (SEC-6).
 */
export function wordsOf(password: string): string[] {
  const small = password.normalize('NFC').toLowerCase()
  const forms = [small, bare(small)].flatMap((text) => [text, unitOf(text)])
  const shown = undisguised(withoutEnd(small))
  const words = [
    ...forms.flatMap((text) => [text, core(text), withoutEnd(text), core(undisguised(withoutEnd(text)))]),
    ...[shown, bare(shown)].flatMap((text) => [core(text), core(unitOf(text))]),
  ]
  return [...new Set([small, bare(small), ...words.filter((text) => text.length >= leastLetters)])]
}

/** What a leaked password is kept as: the word at its core, or all of it where that is too short. */
export function leakedWord(password: string): string {
  const small = password.normalize('NFC').toLowerCase()
  const word = withoutEnd(small)
  return word.length >= leastLetters ? word : small
}

/** Words that many companies have in their names, and that identify none of them. */
const common = new Set(
  'canada canadian american north south western eastern northern southern central prairie prairies pacific atlantic fresh fuels energy petro petroleum transport transportation trucking freight haulage hauling carriers carrier logistics express company services service group holdings limited incorporated corporation fleet fleets international brothers'.split(
    ' ',
  ),
)
const simple = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

export type PersonalFacts = {
  /** The names of the person. */
  names: readonly string[]
  email: string
  company: string | null
  brands: readonly string[]
}
const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u)
/** A word of this many letters is enough; shorter ones are part of many others. */
const leastOfName = 4
const leastOfAddress = 5

/** What of the person, the company or the brand a password contains, as they wrote it; null if nothing. */
export function personalPart(password: string, { names, email, company, brands }: PersonalFacts): string | null {
  const [local = '', domain = ''] = email.split('@')
  const long = (words: readonly string[], least: number) => words.filter((word) => simple(word).length >= least)
  const uncommon = (words: readonly string[]) => words.filter((word) => !common.has(simple(word)))
  const parts = [
    ...brands,
    ...long([company ?? ''], leastOfAddress),
    ...long(uncommon(wordsIn(company ?? '')), leastOfAddress),
    ...long(
      names.flatMap((name) => [name, ...wordsIn(name)]),
      leastOfName,
    ),
    ...long([local, ...wordsIn(local), ...uncommon(domain.split('.').slice(0, -1))], leastOfAddress),
  ]
  const plain = simple(password)
  return parts.find((part) => plain.includes(simple(part))) ?? null
}
