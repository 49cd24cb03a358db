import { answerFigures } from '../../../../scripts/tools/process-figures.ts'

// Preloaded into the portal, which runs unchanged.
answerFigures()
