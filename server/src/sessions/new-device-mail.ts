import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { MailText } from '../platform/mailer.ts'
import { mailsInBoth } from '../platform/two-languages.ts'
import type { BrandTable } from '../process/brands.ts'
import { deviceIn } from './device.rules.ts'

/** Such as `Firefox, Windows`, from what a browser or program says of itself. */
export function deviceLabel(userAgent: string | null): string | null {
  const { browser, system } = deviceIn(userAgent)
  return [browser, system].filter((part) => part !== null).join(', ') || null
}

/** A sign-in from a new device (SEC-2). The database fills in `{when}`, in the provider's time zone. */
export const newDeviceMails = (table: BrandTable, device: string | null, address: string): Record<BrandKey, MailText> =>
  mailsInBoth((brand) => ({
    subject: ['sign-in from a new device', 'connexion depuis un nouvel appareil'],
    english: [
      'Your account was signed in to with your password, from a device that was not used before:',
      `Device: ${device ?? 'unknown'}`,
      `Network address: ${address}`,
      'Time: {when}',
      `If this was not you, choose a new password now: ${table[brand].publicUrl}/forgot-password`,
    ],
    french: [
      'Quelqu’un s’est connecté à votre compte avec votre mot de passe, depuis un appareil jamais utilisé auparavant\u00a0:',
      `Appareil\u00a0: ${device ?? 'inconnu'}`,
      `Adresse réseau\u00a0: ${address}`,
      'Heure\u00a0: {when}',
      `Si ce n’était pas vous, choisissez un nouveau mot de passe maintenant\u00a0: ${table[brand].publicUrl}/forgot-password`,
    ],
  }))
