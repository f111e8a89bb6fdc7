import { type BrandKey, brands, defaultBrand, isBrandKey } from '@portal/contract/lookups/brands.ts'
import { minPassword } from '@portal/contract/password-length.ts'
import type { TFunction } from './words/translation.ts'

/** The server writes the host's brand into the page (BRAND-3), so the first paint is right. */
const {
  brand: key = '',
  signupUrl = '',
  forgotUrl = '',
  version = '',
  passwordMin = '',
} = document.documentElement.dataset

const brandKey: BrandKey = isBrandKey(key) ? key : defaultBrand
export const brand = {
  key: brandKey,
  name: brands[brandKey].name,
  color: brands[brandKey].color,
  logo: `/brands/${brandKey}/logo.svg`,
  /** The brand's own external pages, else the built-in ones (BRAND-4). */
  signUpUrl: signupUrl || '/sign-up',
  forgotUrl: forgotUrl || '/forgot-password',
}

/** The least length of a password that people choose, as the server wrote it (SEC-6). */
export const passwordMinimum = Math.max(minPassword, Number(passwordMin) || 0)

/** The version that served the page (OPS-4). */
export const portalVersion = version

export const welcomeText = (t: TFunction): string => t('Welcome to {brand}', { brand: brand.name })
