import type { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { creditNotePath, creditNotesPath, creditPath, newCreditNotePath } from './credit-notes.paths.ts'

export const creditNotesRoutes: readonly FeatureRoute[] = [
  {
    path: creditNotesPath,
    can: accessOf<typeof creditNotes.list>('invoices.read'),
    isList: true,
    page: async () => (await import('./CreditNotesPage.tsx')).CreditNotesPage,
  },
  {
    path: newCreditNotePath,
    can: accessOf<typeof creditNotes.create>('invoices.update'),
    page: async () => (await import('./NewCreditNotePage.tsx')).NewCreditNotePage,
  },
  {
    path: creditNotePath('$id'),
    can: accessOf<typeof creditNotes.get>('invoices.read'),
    page: async () => (await import('./CreditNotePage.tsx')).CreditNotePage,
  },
  {
    path: creditPath('$id'),
    can: accessOf<typeof creditNotes.create>('invoices.update'),
    page: async () => (await import('./CreditPage.tsx')).CreditPage,
  },
]
