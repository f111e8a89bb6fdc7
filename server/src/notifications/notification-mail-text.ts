import { english, partsOf } from '@portal/contract/english.ts'
import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { fillTemplate, type Message, type Writer } from '@portal/contract/message.ts'
import { frenchNotifications } from '@portal/contract/notifications/notifications.french.ts'
import { frenchReportWords } from '@portal/contract/reports/reports.french.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { frenchServiceWords } from '@portal/contract/units/upkeep-words.french.ts'
import { type DocumentLanguage, formatMoney } from '../platform/documents/document-format.ts'
import { escapeHtml } from '../platform/html.rules.ts'
import type { MailText } from '../platform/mailer.ts'

const frenchWords: ReadonlyMap<unknown, string> = new Map(
  Object.entries({ ...frenchReportWords, ...frenchServiceWords }),
)
const inFrench: Writer = (value, kind, { currency }) => {
  if (kind === 'money') return formatMoney(toUnits(Number(value), 'money'), String(currency), 'fr')
  if (kind === 'message') return french(String(value))
  if (kind === 'word') return frenchWords.get(value) ?? String(value)
  return typeof value === 'number' ? value.toLocaleString('fr-CA') : value
}
function french(text: string): string {
  const parts = partsOf(text)
  const template = parts && (frenchNotifications as Readonly<Record<string, string>>)[parts.key]
  return parts && template ? fillTemplate(template, parts.params, inFrench) : english(text)
}

const words = {
  en: {
    greeting: (name: string) => `Hello ${name},`,
    open: 'View it in the portal',
    daily: (count: number) => (count === 1 ? '1 notification' : `${count} notifications`),
    choices: 'You chose to receive this by e-mail. Change your choice in the portal:',
    profile: 'Notifications',
  },
  fr: {
    greeting: (name: string) => `Bonjour ${name},`,
    open: 'Consulter dans le portail',
    daily: (count: number) => (count === 1 ? '1 notification' : `${count} notifications`),
    choices: 'Vous avez choisi de recevoir ceci par courriel. Modifiez votre choix dans le portail\u00a0:',
    profile: 'Notifications',
  },
} as const

export type MailedNotice = {
  message: string
  link_path: string
  link_filter: readonly string[]
  lines?: readonly Message[]
}
export type Addressee = { first_name: string; brand: BrandKey; language: DocumentLanguage }
const addressOf = (publicUrl: string, { link_path, link_filter }: MailedNotice): string => {
  const search = new URLSearchParams(link_filter.map((filter): [string, string] => ['filter', filter]))
  return publicUrl + link_path + (link_filter.length > 0 ? `?${search}` : '')
}

/** One notification at once, or those of a day, in the person's language (UX-7). */
export function notificationLetter(
  { first_name, brand, language }: Addressee,
  notices: readonly MailedNotice[],
  publicUrl: string,
): MailText {
  const { name, color } = brands[brand]
  const say = words[language]
  const inLanguage = language === 'fr' ? french : english
  const lines = notices.map((notice) => ({
    what: inLanguage(notice.message),
    below: (notice.lines ?? []).map(inLanguage),
    address: addressOf(publicUrl, notice),
  }))
  const [first] = lines
  const choices = `${publicUrl}/profile/notifications`
  const link = (address: string, text: string) =>
    `<a href="${escapeHtml(address)}" style="color:${color}">${escapeHtml(text)}</a>`
  const list = (items: readonly string[]) =>
    items.length > 0 ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : ''
  const items = lines.map(
    ({ what, below, address }) => `${escapeHtml(what)}<br>${link(address, say.open)}${list(below.map(escapeHtml))}`,
  )
  return {
    subject: `${name}${language === 'fr' ? '\u00a0' : ''}: ${lines.length === 1 && first ? first.what : say.daily(lines.length)}`,
    text: `${say.greeting(first_name)}\n\n${lines.map(({ what, below, address }) => [what, ...below.map((line) => `- ${line}`), address].join('\n')).join('\n\n')}\n\n${say.choices}\n${choices}\n\n${name}\n`,
    html: `<!doctype html><html lang="${language}"><body><p>${escapeHtml(say.greeting(first_name))}</p>${list(items)}<p>${escapeHtml(say.choices)} ${link(choices, say.profile)}</p><p><strong style="color:${color}">${escapeHtml(name)}</strong></p></body></html>`,
  }
}
