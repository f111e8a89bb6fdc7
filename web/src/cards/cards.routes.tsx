import type { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import type { cards } from '@portal/contract/cards/cards.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import type { FormMode } from '../form/record-form.ts'
import { cardsPath, templatePath, templatesPath } from './cards.paths.ts'

const form = (mode: FormMode) => async () => {
  const { CardFormPage } = await import('./CardFormPage.tsx')
  return () => <CardFormPage mode={mode} />
}

const templateForm = (mode: 'add' | 'edit') => async () => {
  const { TemplateFormPage } = await import('./templates/TemplateFormPage.tsx')
  return () => <TemplateFormPage mode={mode} />
}

export const cardsRoutes: readonly FeatureRoute[] = [
  {
    path: cardsPath,
    can: accessOf<typeof cards.list>('cards.read'),
    isList: true,
    page: async () => (await import('./CardsPage.tsx')).CardsPage,
  },
  {
    path: templatesPath,
    can: accessOf<typeof cardTemplates.list>('cards.create'),
    page: async () => (await import('./templates/TemplatesPage.tsx')).TemplatesPage,
  },
  {
    path: `${templatesPath}/add-new`,
    can: accessOf<typeof cardTemplates.create>('cards.create'),
    page: templateForm('add'),
  },
  {
    path: templatePath('$id'),
    can: accessOf<typeof cardTemplates.update>('cards.create'),
    page: templateForm('edit'),
  },
  { path: `${cardsPath}/add-new`, can: accessOf<typeof cards.create>('cards.create'), page: form('add') },
  { path: `${cardsPath}/$id/edit`, can: accessOf<typeof cards.update>('cards.update'), page: form('edit') },
  { path: `${cardsPath}/$id/view`, can: accessOf<typeof cards.get>('cards.read'), page: form('view') },
]
