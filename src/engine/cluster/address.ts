/** Where nodes are: what we announce of ourselves, and what we believe of others. */
import type { BusLink } from '../state/cluster/bus-link.ts';
import type { Cluster } from '../state/cluster/cluster.ts';
import { type ClusterNode, FLAG } from '../state/cluster/node.ts';
import type { Server } from '../state/server.ts';
import type { Header } from './message.ts';

/** The port of the bus lies so far above the one for clients. */
export const BUS_PORT_DISTANCE = 10000;

export function announcedPorts({ config }: Server): { port: number; busPort: number } {
  const port = config.number('port');
  return {
    port: config.number('cluster-announce-port') || port,
    busPort:
      config.number('cluster-announce-bus-port') || config.number('cluster-port') || port + BUS_PORT_DISTANCE,
  };
}

/** Our own entry follows the settings. */
export function describeMyself(server: Server, { myself }: Cluster): void {
  Object.assign(myself, announcedPorts(server));
  const host = server.config.text('cluster-announce-ip');
  if (host !== '') myself.host = host;
  myself.hostname = server.config.text('cluster-announce-hostname');
}

/** The address that a node announces, or else the one that it comes from. */
export function hostIn(header: Header, link: BusLink): string {
  return header.host === '' ? link.remoteHost : header.host;
}

/**
 * Notes that a node is somewhere else than we thought, and gives whether it is. Pings come over the connection that the
 * node made, so this says something new; its own answers do not.
 */
export function followAddress(cluster: Cluster, node: ClusterNode, link: BusLink, header: Header): boolean {
  if (link === node.link) return false;
  const host = hostIn(header, link);
  const { port, busPort } = header;
  if (node.host === host && node.port === port && node.busPort === busPort) return false;
  moveTo(node, host, port, busPort);
  const { myself, following } = cluster;
  if (myself.isReplica && myself.master === node) following.follow(host, port);
  return true;
}

/** The old connection goes, and the next cron makes a new one. */
export function moveTo(node: ClusterNode, host: string, port: number, busPort: number): void {
  node.link?.close();
  node.host = host;
  node.port = port;
  node.busPort = busPort;
  node.clear(FLAG.noAddress);
}
