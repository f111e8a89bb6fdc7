import { Avatar } from '@mantine/core'
import { files } from '@portal/contract/files.ts'
import type { Profile } from '@portal/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Session, sessionKey, useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormSection } from '../form/FormSection.tsx'
import { writeCookie } from '../ui/cookies.ts'
import { PictureInput } from '../ui/PictureInput.tsx'

/** Both stand in the frame as well, so what was saved is shown there at once (NAV-3). */
function useTellFrame() {
  const queries = useQueryClient()
  const router = useRouter()
  return (change: (session: Session) => Partial<Session>) => {
    queries.setQueryData<Session>(sessionKey, (session) => session && { ...session, ...change(session) })
    return router.invalidate()
  }
}

export function PictureSection({ profile }: { profile: Profile }) {
  const setPicture = useAction(files.setPicture)
  const { profile: shown } = useSession()
  const tellFrame = useTellFrame()
  const use = async (file: File) => {
    const { profile_img } = await setPicture.mutateAsync({ file })
    writeCookie('profile_img', profile_img ?? '')
    await tellFrame((session) => ({ profile: { ...session.profile, profile_img } }))
  }
  return (
    <FormSection title="Picture">
      <PictureInput shape="round" isBusy={setPicture.isPending} onUse={use}>
        <Avatar size={72} src={shown.profile_img} alt="" name={`${profile.first} ${profile.last}`} color="brand" />
      </PictureInput>
    </FormSection>
  )
}

/** For the company's Admins (PROF-3). */
export function LogoSection() {
  const setLogo = useAction(files.setLogo)
  const { company } = useSession()
  const tellFrame = useTellFrame()
  const use = async (file: File) => {
    const saved = await setLogo.mutateAsync({ file })
    writeCookie('companyImage', saved.profile_img ?? '')
    await tellFrame(() => ({ company: saved }))
  }
  return (
    <FormSection title="Company Logo">
      <PictureInput shape="wide" isBusy={setLogo.isPending} onUse={use}>
        {company.profile_img ? <img src={company.profile_img} alt={company.name} /> : <span>{company.name}</span>}
      </PictureInput>
    </FormSection>
  )
}
