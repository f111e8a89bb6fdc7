import { brands } from '@portal/contract/lookups/brands.ts'
import { escapeHtml } from '../platform/html.rules.ts'
import type { MailText } from '../platform/mailer.ts'
import type { Caretaker } from './pausing.queries.ts'

const words = {
  en: {
    subject: (brand: string, host: string) => `${brand}: the webhook to ${host} was paused`,
    greeting: (name: string) => `Hello ${name},`,
    what: (host: string) => `For three days, every attempt to send to your webhook at ${host} failed. It was paused.`,
    next: 'What happens meanwhile is kept for 30 days. Correct the receiver, then resume the webhook in the portal:',
    open: 'View the webhook',
  },
  fr: {
    subject: (brand: string, host: string) => `${brand}\u00a0: le webhook vers ${host} a été suspendu`,
    greeting: (name: string) => `Bonjour ${name},`,
    what: (host: string) =>
      `Depuis trois jours, chaque tentative d’envoi à votre webhook ${host} a échoué. Il a été suspendu.`,
    next: 'Ce qui se passe entre-temps est conservé 30 jours. Corrigez le récepteur, puis réactivez le webhook dans le portail\u00a0:',
    open: 'Consulter le webhook',
  },
} as const

export function pausedLetter({ first_name, brand, language }: Caretaker, host: string, address: string): MailText {
  const { name, color } = brands[brand]
  const say = words[language]
  const html = [
    `<p>${escapeHtml(say.greeting(first_name))}</p><p>${escapeHtml(say.what(host))}</p><p>${escapeHtml(say.next)}`,
    `<a href="${escapeHtml(address)}" style="color:${color}">${escapeHtml(say.open)}</a></p>`,
    `<p><strong style="color:${color}">${escapeHtml(name)}</strong></p>`,
  ]
  return {
    subject: say.subject(name, host),
    text: `${say.greeting(first_name)}\n\n${say.what(host)}\n\n${say.next}\n${address}\n\n${name}\n`,
    html: `<!doctype html><html lang="${language}"><body>${html.join('')}</body></html>`,
  }
}
