import type { Finding } from '../reading.ts';

const byRole = { cause: 0, symptom: 1, context: 2 };
const bySeverity = { critical: 0, error: 1, warning: 2, info: 3 };
const isStorage = (rule: string) => rule.startsWith('block.');
const suffersFromController = (rule: string) =>
  /^(?:block|filesystem|usb)\./.test(rule) && rule !== 'usb.controller-died';
/** The controller notices later than the devices behind it that it no longer answers them. */
const controllerLagLines = 40;
const start = ({ evidence }: Finding): number => evidence[0]?.lineStart ?? Number.MAX_SAFE_INTEGER;
const suffersFromStorage = (rule: string) => rule.startsWith('filesystem.') || rule === 'kernel.hung-task';
const suffersFromMemory = (rule: string) => rule === 'kernel.page-allocation-failure' || rule === 'kernel.oom-panic';

/** Before the kernel gives up on its root file system or first process, what reads the disk or its volumes says why. */
const ofRootLines = 30;
const readsDisks =
  /^(?:block\.|filesystem\.)|\b(?:ubi|ubifs|mtd|nand\w*|md|dm|raid|nvme|ata|ahci|scsi|sd|mmc|mmcblk|vd|virtio|btrfs|ext\d|xfs|f2fs|jffs|squashfs|nfs|lvm|device-mapper)(?=\d*\b)/i;

/** "The root file system could not be mounted", or a first process that ended, with what was said of the disk right before. */
function withReason(end: Finding, findings: readonly Finding[]): Finding {
  const [reason] = findings
    .filter((one) => {
      const ahead = start(end) - start(one);
      return ahead > 0 && ahead <= ofRootLines && readsDisks.test(`${one.rule} ${one.title}`);
    })
    .toSorted((a, b) => start(a) - start(b));
  if (reason === undefined) return end;
  return {
    ...end,
    title: `${end.title}: ${reason.title}`,
    evidence: [...reason.evidence.slice(0, 1), ...end.evidence],
    next: reason.next ?? [],
  };
}

/**
 * First cause first. What an earlier finding explains becomes its symptom: file systems and hung tasks after
 * errors of a disk, failed allocations after memory ran out, a hang of the GPU after a bad access of a program on it.
 */
export function orderByCause(findings: readonly Finding[]): Finding[] {
  const disk = findings.filter(({ rule }) => isStorage(rule)).toSorted((a, b) => start(a) - start(b))[0];
  const memory = findings.find(({ rule }) => rule === 'kernel.out-of-memory');
  const gpuFault = findings.find(({ rule }) => rule === 'gpu.page-fault');
  const noStart =
    findings.find(({ rule }) => rule === 'boot.no-root') ?? findings.find(({ rule }) => rule === 'kernel.init-failure');
  const denied = findings.find(({ rule }) => rule === 'net.association-denied');
  const hasDecoded = findings.some(({ rule }) => rule === 'hardware.edac');
  const controller = findings.find(({ rule }) => rule === 'usb.controller-died');
  const linked = findings.map((finding): Finding => {
    if (finding.role !== 'cause') return finding;
    if (finding === noStart) return withReason(finding, findings);
    const reason = suffersFromStorage(finding.rule)
      ? disk
      : suffersFromMemory(finding.rule)
        ? memory
        : finding.rule === 'gpu.hang'
          ? gpuFault
          : finding.rule === 'net.link-flapping'
            ? denied
            : undefined;
    if (
      controller !== undefined &&
      suffersFromController(finding.rule) &&
      start(controller) - start(finding) <= controllerLagLines
    )
      return {
        ...finding,
        role: 'symptom',
        explanation: `${finding.explanation} It follows from "${controller.title}".`,
      };
    // What the memory controller decoded is told before the record it decoded.
    if (finding.rule === 'hardware.machine-check' && hasDecoded) return { ...finding, role: 'symptom' };
    if (reason === undefined || start(reason) >= start(finding)) return finding;
    return {
      ...finding,
      role: 'symptom',
      explanation: `${finding.explanation} It comes after "${reason.title}" and may follow from it.`,
    };
  });
  return linked.toSorted(
    (a, b) => byRole[a.role] - byRole[b.role] || bySeverity[a.severity] - bySeverity[b.severity] || start(a) - start(b),
  );
}
