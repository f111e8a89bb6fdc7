import type { cards } from '@portal/contract/cards/cards.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import type { FormMode } from '../form/record-form.ts'
import { cardsPath } from './cards.paths.ts'

const form = (mode: FormMode) => async () => {
  const { CardFormPage } = await import('./CardFormPage.tsx')
  return () => <CardFormPage mode={mode} />
}

export const cardsRoutes: readonly FeatureRoute[] = [
  {
    path: cardsPath,
    can: accessOf<typeof cards.list>('cards.read'),
    isList: true,
    page: async () => (await import('./CardsPage.tsx')).CardsPage,
  },
  { path: `${cardsPath}/add-new`, can: accessOf<typeof cards.create>('cards.create'), page: form('add') },
  { path: `${cardsPath}/$id/edit`, can: accessOf<typeof cards.update>('cards.update'), page: form('edit') },
  { path: `${cardsPath}/$id/view`, can: accessOf<typeof cards.get>('cards.read'), page: form('view') },
]
