import { gatherTemporaryFiles } from '#scripts/tools/temporary-folders.ts'

export default (): Promise<() => void> => gatherTemporaryFiles()
