import { Modal, type ModalProps } from '@mantine/core'
import { useOpening } from '../use-opening.ts'

/** Fetched late, it may be mounted open: it opens then, so that it knows where to return the focus. */
export const OpenDialog = (props: ModalProps) => <Modal {...props} opened={useOpening(props.opened)} />
