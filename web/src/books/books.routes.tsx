import type { booksContract } from '@portal/contract/books/books.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import { booksPath } from './books.paths.ts'

export const booksRoutes: readonly FeatureRoute[] = [
  {
    path: booksPath,
    can: accessOf<typeof booksContract.get>('invoices.update'),
    page: async () => (await import('./BooksPage.tsx')).BooksPage,
  },
]
