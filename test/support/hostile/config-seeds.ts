/** Short configurations of many syntaxes, for damaging. */
export const configSeeds: readonly string[] = [
  '!\nhostname r1\n!\ninterface Ethernet0\n ip address 10.0.0.1 255.255.255.0\n ip access-group WEB in\n!\nrouter bgp 65001\n neighbor 10.0.0.2 remote-as 65002\n neighbor 10.0.0.2 route-map OUT out\n!\nip access-list extended WEB\n permit tcp any any eq 80\n!\nline vty 0 4\n transport input ssh\n!\nend\n',
  'system {\n    host-name r2;\n    root-authentication { encrypted-password "$6$x"; }\n}\ninterfaces {\n    ge-0/0/0 {\n        unit 0 { family inet { address 10.0.0.1/24; } }\n    }\n}\n',
  'set system host-name r3\nset interfaces ge-0/0/1 unit 0 family inet address 10.1.0.1/24\nset protocols bgp group X neighbor 10.1.0.2\n',
  '[server]\nport = 80\nhost: "a b"\n; note\n[client]\nretries = 3\npassword = secret\n[server]\nport = 81\n',
  '# note\nserver.port=8080\nserver.name=a\\\n  b\nurl=jdbc:postgresql://db:5432/x?user=u&password=p\n',
  'server:\n  port: 80\n  hosts:\n    - a\n    - &x b\n  more: *x\n  text: |\n    one\n    two\nretries: 3\n---\nkind: Pod\n',
  '{\n  "server": {\n    "port": 80,\n    "hosts": ["a", "b", null, 1e9]\n  },\n  "retries": 3\n}\n',
  '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY e "f">]>\n<a b="c" d="&lt;">\n  <e><![CDATA[ x ]]></e>\n  <!-- y -->\n  <e>1</e>\n</a>\n',
  '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 22 -j ACCEPT\n-A INPUT -i lo -j ACCEPT\nCOMMIT\n',
  'table inet filter {\n  chain input {\n    type filter hook input priority 0; policy drop;\n    tcp dport { 22, 80 } accept\n  }\n}\n',
  'http {\n  upstream app { server 10.0.0.1:80; }\n  server {\n    listen 443 ssl;\n    location / { proxy_pass http://app; }\n  }\n}\n',
  'config firewall policy\n    edit 1\n        set srcintf "port1"\n        set action accept\n    next\nend\n',
  '[package]\nname = "x"\nversion = "1.0"\n[[bin]]\npath = "a"\ndates = 2026-01-01T00:00:00Z\n',
];
