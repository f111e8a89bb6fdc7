import { Alert, Button } from '@mantine/core'
import { files } from '@portal/contract/files/files.ts'
import { type Profile, profileInput, profiles } from '@portal/contract/profile/profile.ts'
import { IconBell, IconKey, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { fieldsOf } from '../form/fields.ts'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { type RecordForm, useRecordForm, type Values, valuesOf } from '../form/record-form.ts'
import { notificationChoicesPath } from '../notifications/notifications.paths.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'
import { securityPath } from '../security/security.paths.ts'
import { writeCookie } from '../ui/cookies.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { LogoSection } from './LogoSection.tsx'
import { PictureSection } from './PictureSection.tsx'
import { useFrameUpdate } from './use-frame-update.ts'

const PasswordDialog = lazily(() => import('./PasswordDialog.tsx'), 'PasswordDialog')

const { TextField, DateField, PasswordField } = fieldsOf(profileInput)

export function ProfilePage() {
  return (
    <RecordLoader endpoint={profiles.user} id="own">
      {(profile, reread) => <ProfileForm profile={profile} reread={reread} />}
    </RecordLoader>
  )
}

function ProfileForm({ profile, reread }: { profile: Profile; reread: () => Promise<Profile> }) {
  const { t } = useTranslation()
  const form = useRecordForm(profileInput, valuesOf(profileInput, profile))
  const update = useAction(profiles.update, { keepPlace: true })
  const updateFrame = useFrameUpdate()
  const can = useCan()
  const [isChangingPassword, setChangingPassword] = useState(false)
  const save = async (values: Values) => {
    const saved = await update.mutateAsync({ body: values as typeof profileInput._zod.input })
    form.state.setInitialValues(valuesOf(profileInput, saved))
    form.state.setValues(valuesOf(profileInput, saved))
    writeCookie('first', saved.first)
    await updateFrame(() => ({ profile: saved }))
  }
  const isOtherEmail =
    String(form.state.values.email ?? '')
      .trim()
      .toLowerCase() !== profile.email
  const changePassword = (
    <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={() => setChangingPassword(true)}>
      {t('Change password')}
    </Button>
  )
  const actions = (
    <>
      <LinkButton to={notificationChoicesPath} icon={IconBell} label="Your notifications" />
      <LinkButton to={securityPath} icon={IconShieldLock} label="Security" />
      {changePassword}
    </>
  )
  return (
    <>
      <FormPage
        title="Profile"
        subject={`${profile.first} ${profile.last}`}
        mode={profile.switched ? 'view' : 'edit'}
        form={form}
        saver={{ isPending: update.isPending, mutateAsync: save }}
        submit="Save"
        actions={profile.switched ? null : actions}
        reread={async () => valuesOf(profileInput, await reread())}
      >
        {profile.switched ? <Alert color="gray">{sentence(t, 'profile.switched')}</Alert> : null}
        {profile.switched ? null : <PictureSection />}
        <ProfileSections form={form} isOtherEmail={isOtherEmail} />
        {can(files.setLogo) ? <LogoSection /> : null}
      </FormPage>
      <WhenFirst asked={isChangingPassword}>
        <PasswordDialog opened={isChangingPassword} onClose={() => setChangingPassword(false)} />
      </WhenFirst>
    </>
  )
}

function ProfileSections({ form, isOtherEmail }: { form: RecordForm; isOtherEmail: boolean }) {
  return (
    <>
      <FormSection title="Personal Information">
        <TextField name="first" label="First Name" />
        <TextField name="last" label="Last Name" />
        <TextField name="middle" label="Middle Name" />
        <DateField name="dob" label="Date of Birth" isPast />
      </FormSection>
      <FormSection title="Contact">
        <TextField name="email" label="Email" />
        {isOtherEmail ? (
          <PasswordField name="old_password" label="Current Password" autoComplete="current-password" />
        ) : null}
        <TextField name="phone" label="Phone" />
        <TextField name="phone2" label="Second Phone" />
      </FormSection>
      <FormSection title="Location">
        <TextField name="address1" label="Address" />
        <LocationFields form={form} />
        <TextField name="postal_code" label="Postal Code" />
      </FormSection>
    </>
  )
}
