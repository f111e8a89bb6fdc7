import type { users } from '@portal/contract/users/users.ts'
import { accessOf, type FeatureRoute } from '../api/route.ts'
import type { FormMode } from '../form/record-form.ts'
import { usersPath } from './users.paths.ts'

const form = (mode: FormMode) => async () => {
  const { UserWizardPage } = await import('./UserWizardPage.tsx')
  return () => <UserWizardPage mode={mode} />
}

export const usersRoutes: readonly FeatureRoute[] = [
  {
    path: usersPath,
    can: accessOf<typeof users.list>('users.read'),
    isList: true,
    page: async () => (await import('./UsersPage.tsx')).UsersPage,
  },
  { path: `${usersPath}/add-new`, can: accessOf<typeof users.create>('users.create'), page: form('add') },
  { path: `${usersPath}/$id/edit`, can: accessOf<typeof users.update>('users.update'), page: form('edit') },
  { path: `${usersPath}/$id/view`, can: accessOf<typeof users.get>('users.read'), page: form('view') },
]
