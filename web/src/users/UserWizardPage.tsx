import '../form/form.css'
import '../ui/trouble/panel.css'
import './users.css'
import { AppError } from '@portal/contract/errors.ts'
import { modules, roles } from '@portal/contract/permissions.ts'
import { lockReason as lockOfRecord } from '@portal/contract/rules/record-locks.ts'
import {
  activeWords,
  type User,
  type UserRecord,
  userChange,
  userInput,
  users,
  userWithPassword,
} from '@portal/contract/users/users.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormHead } from '../form/FormHead.tsx'
import { focusField } from '../form/form-context.ts'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { type FormMode, useRecordForm, type Values } from '../form/record-form.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { warningIn } from '../ui/words/password-warning.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { UserView } from './UserView.tsx'
import { UserWizard } from './UserWizard.tsx'
import { useUserCompany } from './use-companies.ts'
import { blankUser, stepOf, userBodyOf, valuesOfUser } from './user-form.ts'
import { usersPath } from './users.paths.ts'

export function UserWizardPage({ mode }: { mode: FormMode }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  if (mode === 'add') return <UserForm mode={mode} />
  return (
    <RecordLoader endpoint={users.get} id={id}>
      {(user, reread) => <UserForm key={`${user.id} ${mode}`} mode={mode} user={user} reread={reread} />}
    </RecordLoader>
  )
}

/** Which fields cannot be changed here, and why. */
function lockReason(
  name: string,
  {
    user,
    isOwn,
    isAdmin,
    isChoosing,
  }: { user: User | undefined; isOwn: boolean; isAdmin: boolean; isChoosing: boolean },
) {
  const isModule = (modules as readonly string[]).includes(name)
  if (isOwn && (isModule || ['role', 'is_active', 'isUserEligibleForAccountSwitch'].includes(name)))
    return 'user.not-own'
  if (isModule && isAdmin) return 'An Admin has all of the company’s permissions.'
  if (name !== 'company' || isChoosing) return undefined
  return user ? 'user.other-company' : 'You can only add users to your own company.'
}

type FormProps = { mode: FormMode; user?: UserRecord; reread?: () => Promise<UserRecord> }
function UserForm({ mode, user, reread }: FormProps) {
  const { company: own, profile } = useSession()
  const [isInviting, setInviting] = useState(false)
  const [step, setStep] = useState(0)
  const schema = user ? userChange : isInviting ? userInput : userWithPassword
  const form = useRecordForm(schema, user ? valuesOfUser(user) : blankUser(own.kind === 'provider' ? null : own.id))
  if ((form.state.values.invite === true) !== isInviting) setInviting(!isInviting)
  const { t } = useTranslation()
  const create = useAction(users.create, { keepPlace: true, second: warningIn(t) })
  const update = useAction(users.update, { keepPlace: true, second: warningIn(t) })
  const company = useUserCompany(user, form.state.values.company)
  const isOwn = user !== undefined && user.email === profile.email && !profile.switched
  const isAdmin = form.state.values.role === String(roles.admin)
  const isChoosing = user === undefined && own.kind === 'provider'
  const save = async (values: Values) => {
    try {
      if (user) await update.mutateAsync({ params: { id: user.id }, body: values as typeof userChange._zod.input })
      else await create.mutateAsync({ body: userBodyOf(values) as typeof userInput._zod.input })
    } catch (error) {
      const [first] = error instanceof AppError && error.fields ? Object.keys(error.fields) : []
      if (first !== undefined) {
        setStep(stepOf(first))
        // The field is rendered and enabled after the step appears.
        setTimeout(() => focusField(first), 100)
      }
      throw error
    }
  }
  const head = {
    title: 'User',
    subject: user ? `${user.first_name} ${user.last_name}` : undefined,
    badge: user ? <StatusBadge word={activeWords[user.is_active ? 'true' : 'false']} /> : null,
    mode,
    list: { label: 'List of User', path: usersPath },
    edit: { endpoint: users.update, path: `${usersPath}/${user?.id}/edit` },
  }
  const saver = { isPending: create.isPending || update.isPending, mutateAsync: save }
  if (mode === 'view' && user) return <UserView {...head} form={form} saver={saver} user={user} company={company} />
  return (
    <>
      <FormHead {...head} />
      <UserWizard
        mode={mode}
        form={form}
        company={company}
        isOwn={isOwn}
        locked={mode === 'edit' && user ? lockOfRecord(user.lock) : undefined}
        step={step}
        onStep={setStep}
        saver={saver}
        lockOf={(name) => lockReason(name, { user, isOwn, isAdmin, isChoosing })}
        {...(reread ? { reread: async () => valuesOfUser(await reread()) } : {})}
      />
    </>
  )
}
