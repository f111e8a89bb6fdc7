type Named = readonly (readonly [RegExp, string])[]

/** The first that fits: browsers name others that they are compatible with, so the special ones come first. */
const browsers: Named = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]
const systems: Named = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const nameIn = (named: Named, text: string): string | null => named.find(([pattern]) => pattern.test(text))?.[1] ?? null
/** A program names itself first, such as `curl/8.5`. */
const programIn = (text: string): string | null =>
  /^(?!Mozilla\b)([A-Za-z][\w .-]{0,39}?)(?:\/|$)/.exec(text)?.[1] ?? null

/** Browser and system as a person knows them, from what the browser says of itself (SEC-2). */
export function deviceIn(userAgent: string | null): { browser: string | null; system: string | null } {
  const text = userAgent ?? ''
  return { browser: nameIn(browsers, text) ?? programIn(text), system: nameIn(systems, text) }
}
