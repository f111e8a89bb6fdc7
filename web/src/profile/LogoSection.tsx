import { files } from '@portal/contract/files/files.ts'
import type { CompanyProfile } from '@portal/contract/profile/profile.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormSection } from '../form/FormSection.tsx'
import { writeCookie } from '../ui/cookies.ts'
import { PictureInput } from '../ui/PictureInput.tsx'
import { useFrameUpdate } from './use-frame-update.ts'

/** For the company's Admins (PROF-3). */
export function LogoSection() {
  const setLogo = useAction(files.setLogo)
  const { company } = useSession()
  const updateFrame = useFrameUpdate()
  const removeLogo = useAction(files.removeLogo)
  const show = async (saved: CompanyProfile) => {
    writeCookie('companyImage', saved.profile_img ?? '')
    await updateFrame(() => ({ company: saved }))
  }
  return (
    <FormSection title="Company Logo">
      <PictureInput
        shape="wide"
        isBusy={setLogo.isPending || removeLogo.isPending}
        onUse={async (file) => show(await setLogo.mutateAsync({ file }))}
        onRemove={company.profile_img ? async () => show(await removeLogo.mutateAsync({})) : undefined}
      >
        {company.profile_img ? <img src={company.profile_img} alt={company.name} /> : <span>{company.name}</span>}
      </PictureInput>
    </FormSection>
  )
}
