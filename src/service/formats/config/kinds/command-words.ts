/** What the first word of a router's, switch's or firewall's command is. */
export const commandWords = new Set(
  `aaa access-group access-list access-policy address address-family aggregate alias apply archive area arp as-path
  as-path-set auto autonomous-system banner bfd bgp boot boot-start-marker boot-end-marker bridge call-home channel-group
  cdp class class-map clock community-list community-set config configure control-plane controller crypto cts daemon
  default deny description dhcp diagnostic dial-peer dns domain domain-name dot1x enable encapsulation end errdisable exit
  exit-address-family extcommunity-list failover fabric fax feature feature-set flow frr ftp group hostname http hw-module
  iface import inspect install interface ip ipc ipv4 ipv6 isis isdn key keepalive l2vpn lacp ldap license link lldp
  local logging login mac mac-address-table management match memory-size mgmt mlag mls monitor mpls mtu multilink name
  name-server nameif names nat neighbor net netdestination network no ntp nv object object-group ospf pager passwd
  password peer peer-group permit pim platform policy policy-map policy-statement port port-channel port-profile
  power prefix-list prefix-set privilege prompt qos queue-monitor radius radius-server redundancy remark return rip rmon
  role route route-map route-policy route-target router router-id sampler scheduler security-level service
  service-policy set shutdown sla slb snmp snmp-server sntp spanning-tree speed ssh ssl stack standby static stp subnet
  switch switchport sys sysname table-map tacacs tacacs-server tag tagged telnet template terminal tftp threat-detection
  time-range timeout track traffic-policy transceiver trunk tunnel tunnel-group udld undo unit untagged upgrade url
  user username user-interface version vdc virtual-service vlan vlans voice vpc vpdn vrf vrf-context vrrp vtp vtep vxlan
  wlan zone zone-pair ap dot11 end-policy end-set endif else elseif if pass drop done ltm apm asm wom
  netservice aruba ether-service flow-export global-protect asdm arp-nacl dynamic-access-policy-record certificate quit`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
