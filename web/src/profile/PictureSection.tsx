import { Avatar } from '@mantine/core'
import { files } from '@portal/contract/files/files.ts'
import type { Profile } from '@portal/contract/profile/profile.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormSection } from '../form/FormSection.tsx'
import { writeCookie } from '../ui/cookies.ts'
import { PictureInput } from '../ui/PictureInput.tsx'
import { useFrameUpdate } from './use-frame-update.ts'

export function PictureSection() {
  const setPicture = useAction(files.setPicture)
  const { profile } = useSession()
  const updateFrame = useFrameUpdate()
  const removePicture = useAction(files.removePicture)
  const show = async ({ profile_img }: Profile) => {
    writeCookie('profile_img', profile_img ?? '')
    await updateFrame((session) => ({ profile: { ...session.profile, profile_img } }))
  }
  return (
    <FormSection title="Picture">
      <PictureInput
        shape="round"
        isBusy={setPicture.isPending || removePicture.isPending}
        onUse={async (file) => show(await setPicture.mutateAsync({ file }))}
        onRemove={profile.profile_img ? async () => show(await removePicture.mutateAsync({})) : undefined}
      >
        <Avatar size={72} src={profile.profile_img} alt="" name={`${profile.first} ${profile.last}`} color="brand" />
      </PictureInput>
    </FormSection>
  )
}
