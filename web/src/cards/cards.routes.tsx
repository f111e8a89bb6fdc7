import type { FeatureRoute } from '../api/route.ts'
import type { FormMode } from '../form/record-form.ts'
import { cardsPath } from './cards.paths.ts'

const form = (mode: FormMode) => async () => {
  const { CardFormPage } = await import('./CardFormPage.tsx')
  return () => <CardFormPage mode={mode} />
}

export const cardsRoutes: readonly FeatureRoute[] = [
  { path: cardsPath, can: 'cards.read', isList: true, page: async () => (await import('./CardsPage.tsx')).CardsPage },
  { path: `${cardsPath}/add-new`, can: 'cards.create', page: form('add') },
  { path: `${cardsPath}/$id/edit`, can: 'cards.update', page: form('edit') },
  { path: `${cardsPath}/$id/view`, can: 'cards.read', page: form('view') },
]
