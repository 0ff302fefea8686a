package dev.alluvium.bench.cluster;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The heap of another JVM on this machine, through its management interface. */
public final class RemoteHeap implements AutoCloseable {

    private final JMXConnector connector;
    private final MemoryMXBean memory;

    private RemoteHeap(JMXConnector connector) throws IOException {
        this.connector = connector;
        memory =
                ManagementFactory.newPlatformMXBeanProxy(
                        connector.getMBeanServerConnection(),
                        ManagementFactory.MEMORY_MXBEAN_NAME,
                        MemoryMXBean.class);
    }

    public static RemoteHeap of(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                String url = machine.startLocalManagementAgent();
                return new RemoteHeap(JMXConnectorFactory.connect(new JMXServiceURL(url)));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("process " + pid + " cannot be attached to", e);
        }
    }

    /** Bytes still in use after a full collection, which stops that process for a moment. */
    public long liveBytes() {
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    public long maxBytes() {
        return memory.getHeapMemoryUsage().getMax();
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
