import { passwordMinimum } from '../brand.ts'
import type { TFunction } from './translation.ts'

/** What a password must be where people choose their own (SEC-6). Shown before they type. */
export const passwordRule = (t: TFunction): string =>
  t('At least {min} characters, without your name, e-mail, company or our brand. Several unrelated words work best.', {
    min: passwordMinimum,
  })
